import { dirname } from 'node:path'
import { GenerationProblem, type Wanted } from '../generate/names.ts'

/**
 * Runs a generator on the arguments NAME and, optionally, a Chinese name; prints what it wrote and how to test it.
 * Sets the exit code: 0 done, 1 refused with one sentence and nothing written, 2 wrongly called.
 */
export function generate(usage: string, write: (wanted: Wanted) => readonly string[]): void {
  const [name, cn, ...rest] = process.argv.slice(2)
  if (!name || rest.length > 0) {
    console.error(`用法 / Usage: ${usage}`)
    process.exitCode = 2
    return
  }
  try {
    const files = write({ name, cn })
    console.log(files.join('\n'))
    if (!cn) console.log(`\n中文名称暂用英文，请修改 cn / The Chinese name is the English one for now: change cn.`)
    console.log(`\n测试 / Test: npx vitest run ${dirname(files[0] ?? '')}`)
  } catch (error) {
    if (!(error instanceof GenerationProblem)) throw error
    console.error(`失败 / Failed: ${error.message}`)
    process.exitCode = 1
  }
}
