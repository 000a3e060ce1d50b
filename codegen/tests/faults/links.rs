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
