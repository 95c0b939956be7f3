import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

/** A record of the simulator: of a set of a service, or created by a function. */
export interface StoredRecord {
  readonly set: string
  readonly values: Readonly<Record<string, unknown>>
}

const values = z.record(z.string(), z.unknown())

const line = z.object({
  records: z.array(z.object({ set: z.string(), values })),
  /** Values of records that were there before, by set and place in it. */
  changes: z.array(z.object({ set: z.string(), place: z.int().min(0), values })).optional(),
  request: z.object({ id: z.string(), at: z.number(), status: z.int(), body: z.string() }).optional(),
})

/** The commit of one request: new records, changes of others, and the answer by which a repetition is known. */
export type Commit = z.output<typeof line>

/** The commits of the simulator; with a file, they are there again after the process was killed. A commit is one line, written at once. */
export class SimulatorStore {
  private readonly bySet = new Map<string, StoredRecord[]>()
  private readonly requests = new Map<string, NonNullable<Commit['request']>>()
  private readonly used = new Map<string, number>()

  /** Bytes of the file that have been read. */
  private taken = 0

  constructor(private readonly file?: string) {
    if (file === undefined) return
    mkdirSync(dirname(file), { recursive: true })
    // an incomplete last line was not committed; the next commit starts on a new line
    appendFileSync(file, '\n')
    this.refresh()
  }

  /** Reads commits that were appended to the file since the last call, by any process. */
  refresh(): void {
    if (this.file === undefined) return
    const added = readFrom(this.file, this.taken)
    const whole = added.subarray(0, added.lastIndexOf(10) + 1)
    this.taken += whole.length
    for (const text of whole.toString('utf8').split('\n')) {
      const parsed = text === '' ? undefined : line.safeParse(parse(text))
      if (parsed?.success) this.take(parsed.data)
    }
  }

  commit(commit: Commit): void {
    if (this.file === undefined) return this.take(commit)
    appendFileSync(this.file, `${JSON.stringify(commit)}\n`)
    this.refresh()
  }

  records(set: string): readonly StoredRecord[] {
    return this.bySet.get(set) ?? []
  }

  /** The next number of a range, from its first. */
  next(range: string, first: number): number {
    const number = Math.max(this.used.get(range) ?? first - 1, first - 1) + 1
    this.used.set(range, number)
    return number
  }

  /** The answer to a request that was committed less than so many milliseconds ago. */
  answerTo(id: string, { now, within }: { readonly now: number; readonly within: number }) {
    const known = this.requests.get(id)
    return known && now - known.at <= within ? known : undefined
  }

  /** Forgets the answers to earlier requests. */
  forget(): void {
    this.requests.clear()
  }

  private take({ records, changes = [], request }: Commit): void {
    for (const change of changes) this.change(change)
    for (const record of records) this.add(record)
    if (request) this.requests.set(request.id, request)
  }

  private change({ set, place, values: changed }: NonNullable<Commit['changes']>[number]): void {
    const list = this.bySet.get(set)
    const before = list?.[place]
    if (list && before) list[place] = { set, values: { ...before.values, ...changed } }
  }

  private add(record: StoredRecord): void {
    const list = this.bySet.get(record.set)
    if (list) list.push(record)
    else this.bySet.set(record.set, [record])
    const { range, number } = z.object({ range: z.string(), number: z.number() }).partial().parse({ range: record.values['__range'],
      number: record.values['__number'] })
    if (range !== undefined && number !== undefined) this.used.set(range, Math.max(this.used.get(range) ?? 0, number))
  }
}

/** The bytes of a file from a place on. */
function readFrom(file: string, from: number): Buffer {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(handle).size - from))
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, from))
  } finally {
    closeSync(handle)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
