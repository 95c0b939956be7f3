import { z } from 'zod'
import type { OutboundAnswer } from '#server/outbound/outbound.ts'
import type { PostingDetail, PostingOutcome } from '#server/postings/posting.ts'
import { headerOf, jsonOf } from './destination.ts'

/** Places in a payload that an answer names, as rows and entries of the body; in a change set with the number of the request. */
export type PlaceOf = (target: string, request?: string) => { readonly row?: number; readonly field?: string }

const text = z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]).catch('')

const message = z.object({
  code: z.string().catch(''),
  message: text,
  severity: z.string().catch('error').optional(),
  target: z.string().nullish().catch(undefined),
  propertyref: z.string().nullish().catch(undefined),
  ContentID: z.string().nullish().catch(undefined),
})

const errorBody = z.object({
  error: message.extend({
    innererror: z.object({ errordetails: z.array(message).catch([]) }).loose().catch({ errordetails: [] }).optional(),
    details: z.array(message).catch([]).optional(),
  }),
})

/** The header that comes with an answer of success: one message, and those below it. */
const successMessage = message.extend({ details: z.array(message).catch([]).optional() })

type Message = z.output<typeof message>

const severities: Readonly<Record<string, PostingDetail['severity']>> = { error: 'error', abort: 'error', warning: 'warning',
  info: 'information', information: 'information', success: 'information' }

/** Returns whether a message is about SAP's framework, not about the content. */
const isOfFramework = ({ code }: Message): boolean => code.startsWith('/IWBEP/') || code.startsWith('/IWFND/')

function detailOf({ code, message: words, severity = 'error', target, propertyref, ContentID: request }: Message,
  placeOf: PlaceOf): PostingDetail {
  return { severity: severities[severity.toLowerCase()] ?? 'error', code: codeOf(code), message: words.slice(0, 500),
    ...placeOf(target || propertyref || '', request ?? undefined) }
}

/** `M7/021` in the notation of SAP's screens: `M7 021`. */
const codeOf = (code: string): string => code.replace('/', ' ').slice(0, 40)

/** The messages of an error, the gravest first, each once; the ones about a value before the general one that repeats them. */
export function errorDetails(answer: Pick<OutboundAnswer, 'body'>, placeOf: PlaceOf): readonly PostingDetail[] {
  const parsed = errorBody.safeParse(jsonOf(answer)).data?.error
  if (!parsed) return []
  const listed = [parsed.innererror?.errordetails, parsed.details].flatMap((list) => list ?? []).filter((one) => !isOfFramework(one))
  const isRepeated = listed.some(({ code }) => code === parsed.code) || (listed.length > 0 && isOfFramework(parsed))
  return once([...listed, ...(isRepeated ? [] : [parsed])].map((one) => detailOf(one, placeOf)))
    .toSorted((one, other) => order[one.severity] - order[other.severity])
}

/** Each message once. */
const once = (
  details: readonly PostingDetail[],
): PostingDetail[] => [
  ...new Map(details.map((detail) => [JSON.stringify([detail.code, detail.message, detail.row, detail.field]), detail])).values(),
]

const order: Readonly<Record<PostingDetail['severity'], number>> = { error: 0, warning: 1, information: 2 }

/** The messages that came with a success: `sap-message` of version 2, `sap-messages` of version 4. */
export function successDetails(answer: Pick<OutboundAnswer, 'headers'>, placeOf: PlaceOf): readonly PostingDetail[] {
  const header = headerOf(answer, 'sap-message') || headerOf(answer, 'sap-messages')
  if (header === '') return []
  try {
    const content = JSON.parse(header) as unknown
    const list = Array.isArray(content) ? content : [content]
    return list.flatMap((one) => {
      const parsed = successMessage.safeParse(one).data
      return parsed ? [parsed, ...(parsed.details ?? [])].map((said) => detailOf(said, placeOf)) : []
    })
  } catch {
    return []
  }
}

/** Statuses of refused requests. */
const refusing = new Set([400, 404, 405, 409, 410, 412, 413, 422, 428])

/** Seconds of Retry-After: a number, or a date of the other system's clock, by which the answer is dated, too. */
function retryAfterOf(answer: Pick<OutboundAnswer, 'headers'>, at: Date): number | undefined {
  const header = headerOf(answer, 'retry-after')
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const moment = Date.parse(header)
  const dated = Date.parse(headerOf(answer, 'date'))
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - (Number.isNaN(dated) ? at.getTime() : dated)) / 1_000))
}

/** Statuses of unprocessed requests: locked, overloaded, or not authorised, which an administrator has to correct. */
const notBegun = new Set([401, 403, 423, 429, 503])

/** The outcome of an answer that is no success. */
export function failureOutcome(answer: OutboundAnswer, { placeOf, at }: { readonly placeOf: PlaceOf; readonly at: Date }): PostingOutcome {
  const details = errorDetails(answer, placeOf)
  const seconds = retryAfterOf(answer, at)
  const retryAfter = seconds === undefined ? {} : { retryAfter: seconds }
  const words = wordsOf(details) || `HTTP ${answer.status}`
  if (notBegun.has(answer.status)) return { outcome: 'busy', message: words, ...codeAmong(details), ...retryAfter }
  return refusing.has(answer.status) ? refusalBy(details, words) : { outcome: 'unknown', ...retryAfter }
}

/** A refusal with everything that was said, the first of it in front. */
export function refusalBy(details: readonly PostingDetail[], words = wordsOf(details)): PostingOutcome {
  const field = details.find((detail) => detail.field !== undefined)?.field
  return { outcome: 'refused', message: words, ...codeAmong(details), ...(field !== undefined && { field }), details }
}

const codeAmong = ([first]: readonly PostingDetail[]): { readonly code?: string } => (first?.code ? { code: first.code } : {})
const wordsOf = (details: readonly PostingDetail[]): string => details.map(lineOf).join('\n').slice(0, 500)

const letters: Readonly<Record<PostingDetail['severity'], string>> = { error: 'E', warning: 'W', information: 'I' }

/** A message in one line, as SAP's own screens show it: severity, code, words. */
export const lineOf = ({ severity, code, message: words }: PostingDetail): string =>
  [letters[severity], code, words].filter((part) => part !== '').join('  ')
