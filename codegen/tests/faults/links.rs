//! The addresses of next pages in the replies of examples.

#[test]
fn a_next_page_of_a_reply_is_below_its_host() {
    let told = |host: &str, next: &str| -> Vec<String> {
        let table = format!(
            "\
hosts: {{ shop_url: {{ doc: The shop., default: {host} }} }}
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
    response: {{ type: {{ list: any }}, at: rows }}
    pages: {{ link: next }}
    examples:
      one: {{ doc: O., url: {host}/fruit, reply: '{{ \"rows\": [1], \"next\": \"{next}\" }}' }}
"
        );
        super::told(&table)
    };
    let [shop, api] = ["https://shop.example.com", "https://shop.example.com/v1"];
    for (host, next) in [
        (shop, "https://shop.example.com/fruit?page=2"),
        (shop, "HTTPS://Shop.example.com:443/other"),
        (shop, "https://shop.example.com?page=2"),
        (shop, "//shop.example.com/fruit"),
        (shop, "/fruit?page=2"),
        (shop, "?page=2"),
        (shop, "fruit?after=//b"),
        (shop, ""),
        (api, "https://shop.example.com/v1/fruit?page=2"),
        (api, "/v1/fruit?to=https://elsewhere.example.com"),
        (api, "fruit/2"),
    ] {
        assert_eq!(told(host, next), [""; 0], "{next}");
    }
    for (host, next) in [
        (shop, "https://shop2.example.com/fruit?page=2"),
        (shop, "http://shop.example.com/fruit"),
        (shop, "https://shop.example.com:8443/fruit"),
        (shop, "https://me@shop.example.com/fruit"),
        (shop, "//elsewhere.example.com/fruit"),
        (api, "https://shop.example.com/v2/fruit"),
        (api, "https://shop.example.com/v10/fruit"),
        (api, "/fruit?page=2"),
    ] {
        let expected = format!(
            "V096: the next page '{next}' is not below the address of the host; write an address below '{host}' at \
             'next' of the reply"
        );
        assert_eq!(told(host, next), [expected], "{next}");
    }
}

/// Finds a text that is no address, and is most likely what a parameter sends.
#[test]
fn a_next_page_of_a_reply_is_an_address() {
    let told = |path: &str, next: &str| -> Vec<String> {
        let param = match path.contains('{') {
            true => "\n    params: { page: { doc: P., type: integer, in: path, required: true } }",
            false => "",
        };
        let asked = path.replace("{page}", "1");
        let given = if param.is_empty() { "" } else { "params: { page: 1 }, " };
        super::told(&format!(
            "\
hosts: {{ shop_url: {{ doc: The shop., default: https://shop.example.com }} }}
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: {path}
    method: GET
    response: {{ type: {{ list: any }}, at: rows }}
    pages: {{ link: next }}{param}
    examples:
      one: {{ doc: O., {given}url: https://shop.example.com/{asked}, reply: '{{ \"rows\": [1], \"next\": \"{next}\" }}' }}
"
        ))
    };
    for (path, next) in [
        ("fruit", "page2"),
        ("fruit", "fruit 2.json"),
        ("fruit", "?q=red plum"),
        ("fruit", ""),
        ("fruit", " "),
        ("fruit/{page}", "2"),
        ("fruit/1", "2"),
        ("fruit", "2020-01-31T12:00:00Z"),
    ] {
        assert_eq!(told(path, next), [""; 0], "{path}: {next}");
    }
    for next in ["the end", "MTIz==", "2"] {
        let expected = format!(
            "V136: the reply of the example 'one' has '{next}' at 'next', which is no address; write the path of the \
             address, or 'cursor' or 'page' for what a parameter sends"
        );
        assert_eq!(told("fruit", next), [expected], "{next}");
    }
    for next in ["mailto:shop@example.com", "javascript:void(0)"] {
        let expected = format!(
            "V096: the next page '{next}' is not below the address of the host; write an address below \
             'https://shop.example.com' at 'next' of the reply"
        );
        assert_eq!(told("fruit", next), [expected], "{next}");
    }
}
