import { dirname } from 'node:path'
import { GenerationProblem, type GenerationInput } from '#server/generate/names.ts'

/** The options of a generator. */
type KnownOptions = Readonly<Record<string, 'alone' | 'with a value'>>

/** The arguments of a generator, with the given options: `--budget`, `--module company-cars`. */
type GeneratorArguments = GenerationInput & { readonly options: Readonly<Record<string, string>> }

/**
 * Runs a generator with the arguments NAME and, optionally, a Chinese name and options; prints the written files, a note about names to
 * change, and how to run the tests. Sets the exit code: 0 done, 1 refused without writing, 2 usage error.
 */
export function generate(usage: string, write: (names: GeneratorArguments) => readonly string[],
  { known = {}, note }: { readonly known?: KnownOptions; readonly note?: string } = {}): void {
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

/** Undefined for invalid arguments. */
function parsed(words: readonly string[], known: KnownOptions): GeneratorArguments | undefined {
  const valueOf = (index: number) => (known[words[index] ?? ''] === 'with a value' ? index + 1 : undefined)
  const values = new Set(words.flatMap((_, index) => valueOf(index) ?? []))
  const options = Object.fromEntries(
    words.flatMap((word, index) =>
      word.startsWith('--') && !values.has(index) ? [[word, words[valueOf(index) ?? words.length] ?? '']] : []
    ),
  )
  const [name, cn, ...rest] = words.filter((word, index) => !word.startsWith('--') && !values.has(index))
  const isWrong = Object.entries(options).some(([option, value]) => !known[option] || (known[option] === 'with a value' && value === ''))
  return !name || rest.length > 0 || isWrong ? undefined : { name, cn, options }
}

const englishName = '中文名称暂用英文，请修改 cn / The Chinese name is the English one for now: change cn.'
