//! Settings of the environment, and options whose values are mistaken for something else.

use virtual_finance_sample::SampleHost;

use super::{said, vfapi, words};

/// They are some hundred files, which only a host with TLS needs: a system without any asks the sample host.
#[test]
fn certificates_are_read_for_encrypted_hosts_alone() {
    let run = |line: &str| {
        let mut command = vfapi(words(line));
        said(command.env("SSL_CERT_FILE", "/nowhere").env("SSL_CERT_DIR", "/nowhere").output().unwrap())
    };
    let (code, _, stderr) = run("--sample isin IBM");
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
}

/// Nobody sees the variable on the command line.
#[test]
fn a_number_that_cannot_be_read_names_its_variable() {
    const NUMBER: &str = "write an integer from 0 to 4294967295";
    const TIME: &str = "write a time such as 30s, 500ms, 15m, 1h30m or 7d";
    for (variable, option, value, advice) in [
        ("VFAPI_RETRIES", "retries", "many", NUMBER),
        ("VFAPI_RATE", "rate", "-1", NUMBER),
        ("VFAPI_MAX_BODY", "max-body", "16M", NUMBER),
        ("VFAPI_TIMEOUT", "timeout", "0", TIME),
        ("VFAPI_DEADLINE", "deadline", "soon", TIME),
    ] {
        let run = |line: &str, value: &str| said(vfapi(words(line)).env(variable, value).output().unwrap());
        let (code, _, stderr) = run("--sample isin IBM", value);
        let message = format!(
            "error: the environment variable {variable} (--{option}) is {value:?}: {advice}, or unset it\n"
        );
        assert!(code == Some(2) && stderr.starts_with(&message), "{code:?} {stderr}");
        // That of the command line is the option's own, and goes before the variable.
        let (code, _, stderr) = run(&format!("--sample isin IBM --{option}={value}"), "1");
        assert!(code == Some(2) && stderr.contains(&format!("'--{option} <")), "{stderr}");
        assert_eq!(run("--sample isin IBM", "").0, Some(0), "an empty {variable} counts as unset");
    }
}

/// Everybody who has set several wrong ones mends them at once.
#[test]
fn each_wrong_variable_is_named() {
    let mut command = vfapi(words("--sample isin IBM"));
    let wrong =
        [("VFAPI_TIMEOUT", "nan"), ("VFAPI_DEADLINE", "inf"), ("VFAPI_RETRIES", "x"), ("VFAPI_RATE", "-1")];
    command.envs(wrong);
    let (code, _, stderr) = said(command.output().unwrap());
    assert_eq!(code, Some(2), "{stderr}");
    for (variable, value) in wrong {
        let line = format!("error: the environment variable {variable} ");
        assert!(
            stderr.lines().any(|said| said.starts_with(&line) && said.contains(value)),
            "{variable}: {stderr}"
        );
    }
    // An option goes before its variable, and help is there without any.
    let mut command = vfapi(words("--sample isin IBM --timeout 5"));
    assert_eq!(said(command.env("VFAPI_TIMEOUT", "nan").output().unwrap()).0, Some(0));
    let mut command = vfapi(words("isin --help"));
    assert_eq!(said(command.env("VFAPI_TIMEOUT", "nan").output().unwrap()).0, Some(0));
}

/// The address of a proxy may carry a password. It counts whether the proxy is used or not, and is named beside others.
#[test]
fn a_proxy_that_cannot_be_read_names_its_variable_and_not_its_value() {
    const PROXY: &str = "error: the address in the environment variable VFAPI_PROXY (--proxy) cannot be read, or begins \
                         with neither http nor https; write one such as http://127.0.0.1:3128\n";
    for line in ["--sample isin IBM", "isin IBM", "--sample isin IBM --timeout 5"] {
        let output = vfapi(words(line)).env("VFAPI_PROXY", "x://user:canary@[").output().unwrap();
        assert_eq!(said(output), (Some(2), String::new(), PROXY.to_owned()), "{line}");
    }
    let wrong = [("VFAPI_PROXY", "canary://"), ("VFAPI_ISIN_URL", "canary")];
    for others in [&[][..], &[("VFAPI_TIMEOUT", "-1"), ("VFAPI_RATE", "x")]] {
        let mut command = vfapi(words("--sample isin IBM"));
        let (code, _, stderr) = said(command.envs(wrong).envs(others.iter().copied()).output().unwrap());
        assert!(code == Some(2) && stderr.contains(PROXY) && !stderr.contains("canary"), "{stderr}");
        let variables = wrong.iter().chain(others).map(|(variable, _)| *variable);
        let is_named =
            |variable: &str| stderr.lines().any(|line| line.contains(&format!("variable {variable} ")));
        assert!(variables.clone().all(is_named) && stderr.lines().count() == variables.count(), "{stderr}");
    }
}

/// A number below the least is no unknown option.
#[test]
fn a_negative_number_is_refused_with_the_least_one() {
    const TIME: &str = "write a time such as 30s, 500ms, 15m, 1h30m or 7d";
    const NUMBER: &str = "write an integer from 0 to 4294967295";
    for (line, message) in [
        ("isin IBM --timeout -1", format!("'-1' for '--timeout <TIME>': {TIME}")),
        ("isin IBM --deadline -0.5", format!("'-0.5' for '--deadline <TIME>': {TIME}")),
        ("isin IBM --retries -1", format!("'-1' for '--retries <N>': {NUMBER}")),
        ("isin IBM --rate -1", format!("'-1' for '--rate <N>': {NUMBER}")),
        ("isin IBM --max-body -1", format!("'-1' for '--max-body <BYTES>': {NUMBER}")),
        (
            "lookup gold --max-items -1",
            "'-1' for '--max-items <N>': write an integer of 1 or more".to_owned(),
        ),
    ] {
        let (code, _, stderr) = said(vfapi(words(&format!("--sample {line}"))).output().unwrap());
        let message = format!("error: invalid value {message}");
        assert!(code == Some(2) && stderr.starts_with(&message), "{line}: {stderr}");
    }
}

/// A number that is no time is no time limit.
#[test]
fn a_time_limit_is_a_finite_time() {
    for option in ["timeout", "deadline"] {
        for value in ["nan", "NaN", "inf", "-inf", "infinity", "-1", "0", "1e-12"] {
            let (code, _, stderr) =
                said(vfapi(words(&format!("--sample isin IBM --{option}={value}"))).output().unwrap());
            let message =
                format!("error: invalid value '{value}' for '--{option} <TIME>': write a time such as");
            assert!(code == Some(2) && stderr.starts_with(&message), "{option} {value}: {stderr}");
        }
    }
}

/// A word of someone who means yes or no is no second ticker.
#[test]
fn a_bool_that_is_none_is_no_ticker() {
    for word in ["maybe", "yes", "0", "True", "off", "n"] {
        let (code, _, stderr) =
            said(vfapi(words(&format!("--sample profile IBM --partial {word}"))).output().unwrap());
        assert_eq!(
            (code, stderr),
            (
                Some(2),
                format!(
                    "error: --partial is true or false, and not {word:?}: write --partial=true or --partial=false; a \
                     ticker of that name goes before --partial\n"
                )
            )
        );
    }
    for (line, expected) in [
        (
            "--quiet yes",
            "--quiet is true or false, and not \"yes\": write --quiet=true or --quiet=false; a ticker",
        ),
        (
            "--cache on",
            "--cache has its folder behind '=', and \"on\" is none: write --cache or --cache=DIR; a ticker",
        ),
        ("--cache default", "--cache has its folder behind '=', and \"default\" is none: write --cache"),
        (
            "--cache=true",
            "--cache is \"true\", which means no folder: write default for the usual one, off for none",
        ),
    ] {
        let (code, _, stderr) = said(vfapi(words(&format!("quote IBM {line}"))).output().unwrap());
        assert_eq!((code, stderr.contains(expected)), (Some(2), true), "{stderr}");
    }
    let (code, stdout, _) =
        said(vfapi(words("--sample profile IBM --quiet true --format json")).output().unwrap());
    assert_eq!((code, stdout.contains("\"IBM\"")), (Some(0), true));
    // Tickers of upper case are tickers, and so is what comes before the option or after `--`.
    for line in
        ["--partial ON", "maybe --partial", "--partial -- maybe", "--partial true maybe", "--partial T"]
    {
        let (code, _, stderr) = said(vfapi(words(&format!("--sample profile {line}"))).output().unwrap());
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{line}");
    }
}

#[test]
fn own_authorities_and_https_only() {
    let sample = SampleHost::start().unwrap();
    let line = format!("--https-only isin IBM --isin-url {}", sample.url());
    let (code, _, stderr) = said(vfapi(words(&line)).output().unwrap());
    let message = "error: the client cannot be made: the address of isin_url is not https, and the client asks no other\n";
    assert_eq!((code, stderr.as_str()), (Some(2), message));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("authorities.pem");
    for (content, reason) in [
        (None, "cannot be read: No such file or directory (os error 2); name a file of certificates in PEM"),
        (Some("canary"), "the root certificates cannot be read; give them in PEM"),
    ] {
        if let Some(content) = content {
            std::fs::write(&file, content).unwrap();
        }
        let line = format!("--sample isin IBM --ca-file {}", file.display());
        let (code, _, stderr) = said(vfapi(words(&line)).output().unwrap());
        assert!(code == Some(2) && stderr.contains(reason) && !stderr.contains("canary"), "{stderr}");
    }
}
