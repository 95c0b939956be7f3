import { dirname } from 'node:path'
import { GenerationProblem, type GenerationInput } from '#server/generate/names.ts'

/** The arguments of a generator, with the switches (`--budget`) that were given. */
type GeneratorArguments = GenerationInput & { readonly switches: ReadonlySet<string> }

/**
 * Runs a generator on the arguments NAME and, optionally, a Chinese name and switches; prints what it wrote, a note on what is left to name, and how to test it.
 * Sets the exit code: 0 done, 1 refused with one sentence and nothing written, 2 wrongly called.
 */
export function generate(usage: string, write: (names: GeneratorArguments) => readonly string[],
  { known = [], note }: { readonly known?: readonly string[]; readonly note?: string } = {}): void {
  const names = parsed(process.argv.slice(2), known)
  if (!names) {
    console.error(`用法 / Usage: ${usage}`)
    process.exitCode = 2
    return
  }
  try {
    const files = write(names)
    const notes = [names.cn ? undefined : englishName, note].filter((each) => each !== undefined)
    console.log([files.join('\n'), ...notes, `测试 / Test: npx vitest run ${dirname(files[0] ?? '')}`].join('\n\n'))
  } catch (error) {
    if (!(error instanceof GenerationProblem)) throw error
    console.error(`失败 / Failed: ${error.message}`)
    process.exitCode = 1
  }
}

/** Undefined where it is wrongly called. */
function parsed(words: readonly string[], known: readonly string[]): GeneratorArguments | undefined {
  const switches = new Set(words.filter((word) => word.startsWith('--')))
  const [name, cn, ...rest] = words.filter((word) => !word.startsWith('--'))
  const isUnknown = [...switches].some((word) => !known.includes(word))
  return !name || rest.length > 0 || isUnknown ? undefined : { name, cn, switches }
}

const englishName = '中文名称暂用英文，请修改 cn / The Chinese name is the English one for now: change cn.'
