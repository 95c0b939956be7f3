/**
 * Runs a command that takes one file name, prints its outcome and sets the exit code:
 * 0 done, 1 failed (a failure that we foresaw is told in one line), 2 wrongly called.
 */
export async function command(usage: string, work: (file: string) => Promise<string>): Promise<void> {
  const [file, ...rest] = process.argv.slice(2)
  if (!file || rest.length > 0) {
    console.error(`用法 / Usage: ${usage}`)
    process.exitCode = 2
    return
  }
  try {
    console.log(await work(file))
  } catch (error) {
    console.error(foreseen(error) ? `失败 / Failed: ${error.message}` : error)
    process.exitCode = 1
  }
}

function foreseen(error: unknown): error is Error {
  return error instanceof Error && (['DatabaseProblem', 'SettingError'].includes(error.name) || 'syscall' in error)
}
