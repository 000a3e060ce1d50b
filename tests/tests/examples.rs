//! Every example of the table, through a client and over HTTP, from the sample host.

use virtual_finance::ENDPOINTS;
use virtual_finance_sample::SampleHost;

#[tokio::test]
async fn every_example_is_answered_by_the_sample_host() {
    let sample = SampleHost::start().unwrap();
    let client = sample.client_builder().build().unwrap();
    for info in ENDPOINTS {
        assert!(!info.examples.is_empty(), "{} has an example in the table", info.name);
        for example in info.examples {
            let request = (info.build)(&example.param_map(info)).unwrap();
            let reply = client.reply_erased(&*request).await.map(|_| ());
            reply.unwrap_or_else(|error| panic!("{} {}: {error}", info.name, example.name));
        }
    }
}
