import { GenerationProblem } from './names.ts'

/** An import to add, and the list that its name joins. */
export interface Registration {
  /** `companyCars` */
  readonly name: string
  /** What stands between `import` and `from`, where it is not the name itself: `{ visitorPass }`. */
  readonly imported?: string
  readonly from: string
  /** The list's beginning, up to and with its bracket: `const forms = [`. */
  readonly list: string
}

/** Longest line of a list before it gets a line per entry. */
const lineWidth = 150

/** The source with the import among its kin, in alphabetical order, and the name at the end of the list. @throws GenerationProblem */
export function registered(source: string, { name, imported = name, from, list }: Registration): string {
  if (source.includes(`'${from}'`)) throw new GenerationProblem(`${from} is registered already`)
  const start = source.indexOf(list) + list.length
  const end = source.indexOf(']', start)
  if (start < list.length || end < 0) throw new GenerationProblem(`The list «${list}…]» to register in was not found`)
  const opening = source.slice(source.lastIndexOf('\n', start) + 1, start)
  const listed = `${source.slice(0, start - opening.length)}${drawn(opening, [...namesIn(source.slice(start, end)), name])}${source.slice(end + 1)}`
  return withImport(listed, `import ${imported} from '${from}'`, from)
}

const namesIn = (entries: string) => entries.split(',').map((entry) => entry.trim()).filter(Boolean)

function drawn(opening: string, names: readonly string[]): string {
  const line = `${opening}${names.join(', ')}]`
  return line.length <= lineWidth ? line : `${opening}\n${names.map((name) => `  ${name},\n`).join('')}]`
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
