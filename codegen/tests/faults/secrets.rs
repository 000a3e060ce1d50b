//! Secrets that have no place in a table, and are not whole here, so that nobody takes these files for a leak.

use super::{TABLE, faults, line_of};

fn with_remark(keys: &str) -> String {
    let table = TABLE.replace("method: GET", "method: POST");
    let table = table.replace("converter: fruit", "response: { type: any }");
    format!("{table}      remark: {{ doc: The remark., type: string, in: body, {keys} }}\n")
}

fn told(table: &str) -> Vec<String> {
    faults(table).iter().map(line_of).collect()
}

#[test]
fn credentials_name_a_variable() {
    let advice = "a secret never stands in a table";
    for (auth, expected) in [
        (
            "type: bearer, env: sk_live_4eC39HqLyjWD",
            format!(
                "2:93+20 V105: this is not the name of an environment variable, and may be a secret; write a name such as \
                 SHOP_KEY; {advice}, so replace it if it is one"
            ),
        ),
        (
            "type: bearer, token: 4eC39HqLyjWD",
            format!(
                "2:88+5 V010: 'auth' has no key 'token'; remove it; {advice}: a client is given it, or reads the variable that \
                 'env' names"
            ),
        ),
    ] {
        let host = format!("default: https://shop.example.com, auth: {{ {auth} }}");
        assert_eq!(told(&TABLE.replace("default: https://shop.example.com", &host)), [expected]);
    }
}

#[test]
fn constants_and_defaults() {
    let key = ["AKIA", "IOSFODNN7EXAMPLE"].concat();
    let table = format!(
        "{TABLE}      page: {{ doc: A., type: string, in: header, wire: X-Page, default: {key} }}\n    query: [key={key}, \
         api_key=DEMO_KEY, 'appid={{name}}']\n    headers: [X-Auth-Token={key}]\n"
    );
    let advice =
        "looks like a secret; remove it, declare 'auth' of the host, and give the secret to the client";
    let expected = [
        format!("36:73+20 V105: the default of 'page' {advice}"),
        format!("37:13+24 V105: 'key' is sent as a constant, and {advice}"),
        format!("38:15+33 V105: 'X-Auth-Token' is sent as a constant, and {advice}"),
    ];
    assert_eq!(told(&table), expected);
}

/// A key of a service is one under any name, and no message repeats it, nor the line that it shows.
#[test]
fn a_secret_is_known_by_its_form() {
    for value in ["sk_live_key", "AKIA of the book shop", "eyJust-a-name-without-digits", "ghp_1"] {
        assert_eq!(told(&with_remark(&format!("default: \"{value}\""))), [""; 0]);
    }
    let example =
        "    examples:\n      one: { doc: O., params: { name: a, count: 25, colour: green, remark: ";
    for secret in
        [["sk_live_", "4eC39HqLyjWDarjtT1zdp7dc"].concat(), ["eyJ", "hbGciOiJI.eyJzdWIi.4eC39HqLyj"].concat()]
    {
        let found = told(&with_remark(&format!("default: {secret}")));
        let [found] = &found[..] else { panic!("{found:#?}") };
        assert!(found.contains("V105: the default of 'remark' looks like a secret; remove it"), "{found}");
        let sent =
            format!("{example}{secret} }}, url: 'https://shop.example.com/fruit/a', body: '{{}}' }}\n");
        let found = faults(&format!("{}{sent}", with_remark("max_length: 99")));
        assert!(found.iter().any(|fault| fault.message.contains("********")), "{found:#?}");
        for fault in &found {
            assert!(!fault.to_string().contains("4eC39"), "{fault}");
        }
    }
}
