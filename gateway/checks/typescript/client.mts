// Asks a gateway with types that are made of its OpenAPI document: node client.mjs URL TOKEN. An empty token is none.
// ANCHOR: client
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type History = components["schemas"]["HistoryResponse"];
type Json = "application/json" | "application/problem+json";

export function clientOf(baseUrl: string, token: string) {
  const headers = token === "" ? {} : { Authorization: `Bearer ${token}` };
  return createClient<paths, Json>({ baseUrl, headers });
}

export async function lastClose(client: ReturnType<typeof clientOf>, ticker: string): Promise<number | null> {
  const { data, error } = await client.GET("/history/{ticker}", {
    params: { path: { ticker }, query: { range: "5d", interval: "1d" } },
  });
  if (error) throw new Error(`${error.status}: ${error.detail}`);
  const history: History = data;
  return history.ohlcdata.close?.at(-1) ?? null;
}
// ANCHOR_END: client

declare const process: { argv: string[] };

const [, , baseUrl = "", token = ""] = process.argv;
const client = clientOf(baseUrl, token);

function check(isRight: boolean, what: string): void {
  if (!isRight) throw new Error(what);
}

check(((await lastClose(client, "IBM")) ?? 0) > 0, "the last close is a price");

// A list in a query, a POST with a body, and the same as a GET.
const quotes = await client.GET("/quote", { params: { query: { symbols: ["IBM", "MSFT"] } } });
check(quotes.data?.quotes.length === 2, "two quotes");
const screened = await client.POST("/custom-screener", { body: { query: "region = us", count: 3 } });
check(screened.error === undefined, "a screener");
const news = await client.GET("/news/{ticker}", { params: { path: { ticker: "IBM" } } });
check(news.error === undefined, "news by GET");

// ANCHOR: rows
const csv = await client.GET("/history/{ticker}", {
  params: { path: { ticker: "IBM" }, query: { format: "csv", columns: ["timestamp", "close"], limit: 2, header: false } },
  parseAs: "text",
});
const rows: string = csv.data ?? "";
// ANCHOR_END: rows
check(rows.trim().split("\n").length === 2, `two rows: ${rows}`);
const image = await client.GET("/history/{ticker}", {
  params: { path: { ticker: "IBM" }, query: { format: "svg" } },
  parseAs: "blob",
});
check(image.data?.type === "image/svg+xml", "a chart");

// Errors are problem documents.
const wrong = await client.GET("/history", { params: { query: { ticker: "IBM", limit: 1 } } });
check(wrong.error?.status === 400 && wrong.response.status === 400, "rows of JSON");
const health = await createClient<paths>({ baseUrl }).GET("/healthz", { parseAs: "text" });
check(health.data === "ok\n", "health without a token");
if (token !== "") {
  const refused = await clientOf(baseUrl, "").GET("/quote", { params: { query: { symbols: ["IBM"] } } });
  check(refused.error?.status === 401, "no data without a token");
}
