"""Wrong uses: each line is an error that names what the comment says."""

import virtual_finance as vf

client = vf.Client()
client.history("IBM", rnage="1y")  # "rnage"
client.history("IBM", range="1year")  # "range"
client.history()  # "ticker"
vf.History("IBM", interval=1)  # "interval"
vf.History(ticker=b"IBM")  # "ticker"
vf.Client(deadlin=1)  # "deadlin"
client.history("IBM").response["ohlc"]  # "ohlc"
print(vf.nothing)  # "nothing"
