import { context, propagation, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api'

/** The tracer of the product; without `traceProcess` its spans record nothing. */
export const tracer = () => trace.getTracer('office-automation')

/** Runs work within a span of this name: what it starts belongs to it. A failure marks the span and is thrown on. */
export function withinSpan<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  return tracer().startActiveSpan(name, options, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Returns the headers by which another system joins the present trace; none outside of one. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  propagation.inject(context.active(), headers)
  return headers
}
