import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider, ParentBasedSampler, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type StatementRun, statementRuns } from '#server/database/connection.ts'
import { tracer } from './spans.ts'

/** The collector that takes the traces. */
export interface TracingOptions {
  /** Address that spans are posted to, in OTLP over HTTP: `http://collector:4318/v1/traces`. */
  readonly endpoint: string
  /** Share of the requests that are traced, from 0 to 1; a caller's own decision (`traceparent`) comes first. */
  readonly share: number
}

/** Tracing of one process; `close` sends the last spans. */
export interface Tracing {
  /** Traces the requests of an app; call it before its routes are registered: hooks hold for routes after them. */
  watch(app: FastifyInstance): void
  close(): Promise<void>
}

/**
 * Traces this process from now on: a span for each request, transaction, statement, job and call of another system. Spans hold routes,
 * codes of answers and the text of statements without their values: no address, person or document.
 */
export function traceProcess({ endpoint, share }: TracingOptions): Tracing {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'office-automation' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: endpoint, timeoutMillis: timeout }))],
  })
  provider.register()
  subscribe(statementRuns, onStatement)
  return {
    watch,
    async close() {
      unsubscribe(statementRuns, onStatement)
      // a collector that is away does not keep the product from ending
      await provider.shutdown().catch(() => undefined)
      for (const part of [trace, context, propagation]) part.disable()
    },
  }
}

/** Milliseconds that a collector may take for a batch, attempts included: the product ends no later because of one that is away. */
const timeout = 2000

/** The contexts of requests under way, with their spans. */
const requests = new WeakMap<FastifyRequest, Context>()

function watch(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => {
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
    const parent = propagation.extract(context.active(), request.headers)
    const span = tracer().startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, 'http.route': route, 'office.trace_id': request.id } }, parent)
    const own = trace.setSpan(parent, span)
    requests.set(request, own)
    context.with(own, next)
  })
  // the events of a body that is read begin in the context of its connection
  app.addHook('preValidation', (request, _reply, next) => context.with(requests.get(request) ?? context.active(), next))
  app.addHook('onResponse', async (request, reply) => {
    const span = trace.getSpan(requests.get(request) ?? context.active())
    span?.setAttributes({ 'http.response.status_code': reply.statusCode, 'office.answer_code': reply.answerCode ?? reply.statusCode })
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}

/** Longest text of a statement that a span holds, characters. */
const longestText = 2000

/** Records a statement that was run within a span; those of pollers that found nothing belong to none. */
function onStatement(run: unknown): void {
  if (!trace.getActiveSpan()?.isRecording()) return
  const { text, milliseconds, outcome } = run as StatementRun
  const span: Span = tracer().startSpan(operationOf(text), { kind: SpanKind.CLIENT, startTime: Date.now() - milliseconds,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestText) } })
  if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** The verb of a statement and the first table that it names: `insert into "document"`. */
function operationOf(text: string): string {
  const [, verb = 'statement', table] = /^\s*(\w+)(?:\s[^]*?\b(?:from|into|update|join)\s+"?(\w+)"?)?/i.exec(text) ?? []
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`
}
