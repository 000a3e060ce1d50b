//! Bodies that are a text, a file or a form of parts, as the consumer's table declares them, over HTTP on loopback.

use virtual_finance_consumer::{ENDPOINTS, Firmware, HOSTS, Hang, Photos};
use virtual_finance_core::params::ParamMap;
use virtual_finance_core::{Client, RequestParams, Upload};
use virtual_finance_loopback::{LoopbackHost, header};

fn taking() -> (LoopbackHost, Client) {
    let host = LoopbackHost::saying("HTTP/1.1 204 Taken\r\nconnection: close\r\n\r\n");
    let builder = HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
    let client = builder.request_params(RequestParams::new().no_proxy()).build().unwrap();
    (host, client)
}

fn sent(host: &LoopbackHost) -> (String, String) {
    let requests = host.requests();
    assert_eq!(requests.len(), 1);
    let request = requests.first().unwrap();
    let (_, body) = request.split_once("\r\n\r\n").unwrap();
    (header(request, "content-type").unwrap(), body.to_owned())
}

#[tokio::test]
async fn a_text_is_sent_with_the_media_type_of_the_table() {
    let (host, client) = taking();
    client.request(&Hang::new("quay", "# Closed\n\u{fc}")).await.unwrap();
    assert_eq!(sent(&host), ("text/markdown".to_owned(), "# Closed\n\u{fc}".to_owned()));
}

#[tokio::test]
async fn a_file_is_sent_as_it_is() {
    for (image, media_type) in [
        (Upload::new(b"\x01\r\n\r\n--"), "application/octet-stream"),
        (Upload::new(b"\x01\r\n\r\n--").of_type("application/x-firmware"), "application/x-firmware"),
    ] {
        let (host, client) = taking();
        client.request(&Firmware::new("quay", image)).await.unwrap();
        assert_eq!(sent(&host), (media_type.to_owned(), "\u{1}\r\n\r\n--".to_owned()));
    }
}

#[tokio::test]
async fn a_form_has_a_part_for_each_value() {
    let (host, client) = taking();
    let photos = Photos::new("quay", Upload::new(b"PNG").named("a \"b\".png").of_type("image/png"))
        .caption("High \u{2014} water")
        .details([Upload::new(b"one"), Upload::new(b"two\r\n--form-part-")])
        .tags(["sea", "storm"])
        .heights([("quay".to_owned(), 4)]);
    client.request(&photos).await.unwrap();
    let (media_type, body) = sent(&host);
    // The heads of the parts have media types, too.
    let media_type = media_type.split(" + ").next().unwrap();
    let boundary = media_type.strip_prefix("multipart/form-data; boundary=").unwrap();
    let part = |head: &str, content: &str| {
        format!("--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n{content}\r\n")
    };
    let file = "\r\nContent-Type: application/octet-stream";
    let expected = [
        part("name=\"text\"", "High \u{2014} water"),
        part("name=\"photo\"; filename=\"a %22b%22.png\"\r\nContent-Type: image/png", "PNG"),
        part(&format!("name=\"details\"; filename=\"details\"{file}"), "one"),
        part(&format!("name=\"details\"; filename=\"details\"{file}"), "two\r\n--form-part-"),
        part("name=\"tags\"", "sea"),
        part("name=\"tags\"", "storm"),
        part("name=\"heights\"\r\nContent-Type: application/json", "{\"quay\":4}"),
        format!("--{boundary}--\r\n"),
    ];
    assert_eq!(body, expected.concat());
}

#[tokio::test]
async fn the_boundary_follows_from_the_parts() {
    let (mut boundaries, mut foreseen) = (Vec::new(), "PNG".to_owned());
    // A file has the boundary that the one before it was sent with.
    for _ in 0..3 {
        for _ in 0..2 {
            let (host, client) = taking();
            client.request(&Photos::new("quay", foreseen.as_bytes())).await.unwrap();
            let (media_type, body) = sent(&host);
            let (_, boundary) = media_type.split(" + ").next().unwrap().split_once("boundary=").unwrap();
            assert_eq!(body.matches(boundary).count(), 2, "{body}");
            boundaries.push(boundary.to_owned());
        }
        foreseen = format!("PNG\r\n--{}--", boundaries.last().unwrap());
    }
    // Equal requests have an equal one.
    boundaries.dedup();
    assert_eq!(boundaries.len(), 3, "{boundaries:?}");
}

#[test]
fn a_file_of_a_path_has_its_bytes_its_name_and_its_media_type() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lamp.PNG");
    std::fs::write(&path, b"\x89PNG").unwrap();
    let lamp = Upload::new(b"\x89PNG").named("lamp.PNG").of_type("image/png");
    assert_eq!(Upload::read(&path).unwrap(), lamp);
    Upload::read(folder.path()).unwrap_err();
    Upload::read(folder.path().join("absent.png")).unwrap_err();
}

#[test]
fn a_file_in_text_is_checked_before_it_is_sent() {
    let photos = ENDPOINTS.iter().find(|info| info.name == "Photos").unwrap();
    let built = |photo: &str| {
        let params = ParamMap::from_iter([("gauge", "quay"), ("photo", photo)]);
        (photos.build)(&params).and_then(|request| request.validate()).map_err(|error| error.to_string())
    };
    assert_eq!(built(r#"{ "base64": "UE5H", "name": "a.png" }"#), Ok(()));
    for wrong in [r#"{ "name": "a.png" }"#, r#"{ "base64": "!" }"#, "[]", r#"{ "base64": "", "size": 3 }"#] {
        let error = built(wrong).unwrap_err();
        assert!(error.contains("'photo' is") && error.contains("a file"), "{wrong}: {error}");
    }
}
