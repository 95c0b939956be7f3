import { GenerationProblem } from './names.ts'

/** An import to add, and the list that its name joins. */
export interface Registration {
  /** `companyCars` */
  readonly name: string
  /** The text between `import` and `from`, where it is not the name itself: `{ visitorPass }`. */
  readonly imported?: string
  readonly from: string
  /** The list's beginning, up to and with its bracket: `const forms = [`. */
  readonly list: string
}

/** The source with the import among its kin, in alphabetical order, and the name at the end of the list. @throws GenerationProblem */
export function registered(source: string, { name, imported = name, from, list }: Registration): string {
  if (source.includes(`'${from}'`)) throw new GenerationProblem(`${from} 已登记 / ${from} is registered already`)
  const start = source.indexOf(list) + list.length
  const end = source.indexOf(']', start)
  if (start < list.length || end < 0)
    throw new GenerationProblem(`找不到要登记的清单“${list}…]” / The list “${list}…]” to register in was not found`)
  const listed = `${source.slice(0, start)}${extended(source.slice(start, end), name)}${source.slice(end)}`
  return withImport(listed, `import ${imported} from '${from}'`, from)
}

/** The entries with one more in the layout that they have: one line, several to a line, or a line each. */
function extended(entries: string, name: string): string {
  const [last = ''] = /\S[^\n]*\s*$/.exec(entries) ?? []
  if (!last.trimEnd().endsWith(',')) return `${entries.trimEnd()}${entries.trim() ? ', ' : ''}${name}`
  const isLineEach = last.trim().split(', ').length === 1
  return `${entries.trimEnd()}${isLineEach ? '\n  ' : ' '}${name},\n`
}

/** Before the first import of its folder that sorts after it, else after the last of them. */
function withImport(source: string, line: string, from: string): string {
  const folder = from.slice(0, from.indexOf('/', 2) + 1)
  const kin = [...source.matchAll(/^import .* from '(.*)'$/gm)].filter(([, path = '']) => path.startsWith(folder))
  const next = kin.find(([, path = '']) => path > from)
  if (next) return `${source.slice(0, next.index)}${line}\n${source.slice(next.index)}`
  const end = endOf(kin.at(-1) ?? [...source.matchAll(/^import .*$/gm)].at(-1))
  return `${source.slice(0, end)}${end > 0 ? '\n' : ''}${line}${end > 0 ? '' : '\n'}${source.slice(end)}`
}

const endOf = (match: RegExpExecArray | undefined): number => (match ? match.index + match[0].length : 0)
