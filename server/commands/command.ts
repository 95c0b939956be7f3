/**
 * Runs a command with a file name as its argument, or up to `most`; prints its outcome and sets the exit code: 0 done, 1 failed (an
 * expected failure is reported in one line), 2 usage error.
 */
export async function command(usage: string, work: (file: string, other?: string) => Promise<string>, most: 1 | 2 = 1): Promise<void> {
  const files = process.argv.slice(2)
  const [file, other] = files
  if (!file || files.length > most) {
    console.error(`用法 / Usage: ${usage}`)
    process.exitCode = 2
    return
  }
  try {
    console.log(await work(file, other))
  } catch (error) {
    fail(error)
  }
}

/** Prints why a command failed, one line for an expected failure, and sets the exit code to 1. */
export function fail(error: unknown): void {
  console.error(isExpected(error) ? `失败 / Failed: ${error.message}` : error)
  process.exitCode = 1
}

function isExpected(error: unknown): error is Error {
  return error instanceof Error && (['DatabaseProblem', 'SettingError', 'NoPackage', 'NotWhole'].includes(error.name) || 'syscall' in error)
}
