import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { AggregatorRegistry, Registry } from 'prom-client'

/**
 * Serves metrics at `/metrics` on a separate port for the collector.
 * @param figures returns the text of all metrics
 */
export async function serveMetrics({ host, port }: { readonly host: string; readonly port: number },
  figures: () => Promise<string>): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    figures().then(
      (text) => response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      (error: unknown) => response.writeHead(503, { 'content-type': 'text/plain' }).end(error instanceof Error ? error.message : 'failed'),
    )
  })
  server.listen({ host, port })
  await once(server, 'listening')
  return server
}

/** Returns a function that sums the metrics of all supervised processes. */
export function figuresOfProcesses(): () => Promise<string> {
  const registry = new AggregatorRegistry()
  return () => registry.clusterMetrics()
}
