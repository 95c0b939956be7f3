import type { FieldProblem } from '#kernel/errors.ts'
import { postingLines } from '#kernel/evaluate/posting-lines.ts'
import { nodesOf } from '#kernel/flow/flow-nodes.ts'
import type { Form, Posts } from '#kernel/form.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { judgeLines } from './line-checks.ts'
import type { PostingDetail } from './posting.ts'

/** Fields in an expression: every name in it that is a field. */
export function pathsIn({ fields }: Pick<Form, 'fields'>, { rows }: Posts, source: string): string[] {
  const words = new Set(source.replaceAll(/"[^"]*"/g, '').match(/[A-Za-z_]\w*/g) ?? [])
  const own = rows === undefined
    ? []
    : Object.keys(fields[rows]?.columns ?? {}).filter((key) => words.has(key)).map((key) => `${rows}.${key}`)
  const header = Object.entries(fields).flatMap(([key, { columns: inner }]) => {
    if (!words.has(key) || own.includes(`${rows}.${key}`)) return []
    const named = Object.keys(inner ?? {}).filter((column) => words.has(column)).map((column) => `${key}.${column}`)
    // a table without columns stands for all of its columns
    return named.length > 0 ? named : [key, ...Object.keys(inner ?? {}).map((column) => `${key}.${column}`)]
  })
  return [...own, ...header]
}

/** A position in a posting: a line, a row of the lists in its body, an entry of it. */
interface PostingPlace {
  /** Id of the row of the line; empty for the document as a whole. */
  readonly line: string
  readonly row?: number | undefined
  readonly field?: string | undefined
}

/**
 * The path of the visible field for a position (`items.2.material`); undefined where there is none. A row of a list in the body
 * corresponds to a row of the table that the entry reads.
 */
export function shownPath(form: Pick<Form, 'fields'>, posts: Posts, value: FormValue, place: PostingPlace): string | undefined {
  const { field = '', row = -1 } = place
  const listed = posts.lists?.[field]?.table
  if (listed !== undefined) return pathInRow(listed, row, undefined)
  const source = posts.body[field]
  const [path] = source === undefined ? [] : pathsIn(form, posts, source)
  const table = tableOf(form, posts, path)
  return table === undefined ? path : pathInRow(table, indexOf(posts, value, place), path)
}

/** The index of the table row of a position, from 0; -1 without one. */
const indexOf = ({ rows }: Posts, value: FormValue, { line, row = -1 }: PostingPlace): number =>
  rows === undefined ? row : lineIndex(value, rows, line)

function pathInRow(table: string, index: number, path: string | undefined): string {
  if (index < 0) return table
  const column = path?.startsWith(`${table}.`) ? path.slice(table.length) : ''
  return `${table}.${index}${column}`
}

/** The table of a position: of the path, of the lines, or the first whose rows are listed in the body. */
function tableOf({ fields }: Pick<Form, 'fields'>, { rows, body }: Posts, path: string | undefined): string | undefined {
  const head = path?.split('.')[0]
  if (head !== undefined) return fields[head]?.kind === 'table' ? head : undefined
  return rows ??
    Object.keys(fields).find((key) => fields[key]?.kind === 'table' && Object.values(body).some((source) => source.startsWith(`${key}.`)))
}

const lineIndex = (value: FormValue, table: string, line: string): number =>
  rowsAt(value, table).findIndex((row, index) => (rowIdOf(row) ?? String(index)) === line)

type Checker = Pick<DocumentHost, 'postingCalls' | 'env' | 'db' | 'clock'>

/**
 * The postings of a form that the other system checks at a node: while filing (`start`), and where the last approver passes before the
 * posting.
 */
export function checkedAt({ postingCalls, env }: Pick<Checker, 'postingCalls' | 'env'>, form: Form, node: string): readonly Posts[] {
  return (form.posts ?? []).filter((posts) => {
    const call = postingCalls.get(posts.call)
    return call?.check !== undefined && call.isJudging?.(env) !== false && momentsOf(form, posts).includes(node)
  })
}

function momentsOf({ flow }: Pick<Form, 'flow'>, { at }: Posts): readonly string[] {
  const last = nodesOf(flow).findLast(({ block }) => block === 'approve')?.id
  return ['start', at === 'completion' ? (last ?? 'start') : at]
}

interface CheckedDocument {
  readonly form: Form
  readonly value: FormValue
  readonly facts: FormFacts
  readonly number?: string | undefined
  readonly node: string
}

/**
 * Lets other systems check the postings of a document, and returns the expected refusals at visible fields. Facts held here judge every
 * line. A system that does not answer is skipped: the posting is sent after the decision as usual. One that has not answered about every
 * line in time goes on being asked, and its last approver before the posting passes again.
 */
export async function checkProblems(host: Checker,
  { form, value, facts, number = '', node }: CheckedDocument): Promise<readonly FieldProblem[]> {
  const lines = checkedAt(host, form, node).flatMap((posts) =>
    postingLines(form, posts, { value, facts }).map(({ line, body }) => ({ posts, line, body, key: `${number}-check-${line}` }))
  )
  const { judged, unfinished } = await judgeLines(host, lines)
  const problems = distinctProblems(
    judged.flatMap(({ line: { posts, line }, details }) =>
      detailProblems(host, form, { posts, value, line, node, details, code: 'postings.judged' })
    ),
  )
  if (problems.length > 0 || node === 'start') return problems
  return unfinished.map(({ call, done, all }) => ({ field: '', code: 'postings.checking',
    parameters: { system: systemOf(host, call), done, all } })
  )
}

const systemOf = ({ postingCalls }: Pick<Checker, 'postingCalls'>, call: string): string =>
  bilingual(postingCalls.get(call)?.system ?? { cn: call, en: call })

/** The problems without repetitions: several postings, or several properties of one, may be made of the same field. */
const distinctProblems = (
  problems: readonly FieldProblem[],
): readonly FieldProblem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify([problem.field, problem.code, problem.parameters]), problem])).values(),
]

interface JudgedLine {
  readonly posts: Posts
  readonly value: FormValue
  readonly line: string
  readonly details: readonly PostingDetail[]
  /** Locale key of what the other system says of a field. */
  readonly code: string
  /** `start` while the document is filed. */
  readonly node?: string
}

/** The errors of another system about a line, at the fields that people see. */
export function detailProblems({ postingCalls }: Pick<Checker, 'postingCalls'>, form: Form, judged: JudgedLine): readonly FieldProblem[] {
  const { posts: { call }, details } = judged
  const system = systemOf({ postingCalls }, call)
  return distinctProblems(
    details.filter(({ severity }) => severity === 'error').flatMap((detail) => problemOf(form, { ...judged, detail, system })),
  )
}

/** Codes of this product's messages about values that do not fit. */
const ownMessages: readonly string[] = ['tooLong', 'precision', 'format', 'noQuantity', 'noUnit']

function problemOf(form: Form,
  { posts, value, line, detail, system, node, code }: JudgedLine & { readonly detail: PostingDetail;
    readonly system: string }): FieldProblem[] {
  const field = shownPath(form, posts, value, { line, row: detail.row, field: detail.field })
  // fields that an approver fills in later are not missing at filing
  if (node === 'start' && (field === undefined || isOfNode(form, field))) return []
  const isOwn = ownMessages.includes(detail.code)
  return [{ field: field ?? '', code: isOwn ? `postings.${detail.code}` : code,
    parameters: { system, message: [detail.code, detail.message].filter(Boolean).join(' ') } }]
}

/** Returns whether a field is filled in by an approver or the server. */
function isOfNode({ fields }: Pick<Form, 'fields'>, path: string): boolean {
  const [key = '', , column] = path.split('.')
  const field = column === undefined ? fields[key] : fields[key]?.columns?.[column]
  return field === undefined || field.system === true || field.atNode !== undefined
}
