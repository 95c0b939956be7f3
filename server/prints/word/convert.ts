import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Refused } from '#kernel/errors.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'

/** One office at a time; a call that waits longer is refused for now. */
const turns = semaphore(1, { timeout: 60_000, refuse: () => new Refused('prints.busy') })

/** ms for one document: the first start of an office on a slow machine takes some ten seconds. */
const longest = 60_000
const largestPdf = 50 * 1024 * 1024

/** The paths of an office that is installed on Linux and macOS. */
const installed = ['/usr/bin/soffice', '/usr/local/bin/soffice', '/usr/bin/libreoffice', '/opt/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice']

/** The program that makes PDF of Word files: the one that is set, else an installed one; undefined where there is none. */
export const officeProgram = (set: string | undefined): string | undefined => (set === undefined ? installed : [set]).find(isExecutable)

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Makes a PDF of a Word file in a process of its own, with a profile and a folder that go with it, in bounded time.
 * @throws Error where the program fails, Refused where too many wait
 */
export const convertedToPdf = (program: string, docx: Uint8Array): Promise<Buffer> =>
  turns.run(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'print-'))
    try {
      await writeFile(join(folder, 'document.docx'), docx, { mode: 0o600 })
      await run(program, folder)
      const pdf = join(folder, 'document.pdf')
      if ((await stat(pdf)).size > largestPdf) throw new Error('The PDF is too large')
      return await readFile(pdf)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

function run(program: string, folder: string): Promise<void> {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
  const options = ['--headless', '--invisible', '--norestore', '--nolockcheck', '--nodefault', '--nologo', profile]
  return new Promise((resolve, reject) => {
    // nothing of the product's environment, which holds passwords, reaches the program
    const child = spawn(program, [...options, '--convert-to', 'pdf:writer_pdf_Export', '--outdir', folder, join(folder, 'document.docx')], {
      cwd: folder,
      detached: true,
      stdio: 'ignore',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8' },
    })
    const timer = setTimeout(() => end(new Error(`No PDF within ${longest} ms`)), longest)
    const end = (error?: Error) => {
      clearTimeout(timer)
      endGroup(child.pid)
      if (error) reject(error)
      else resolve()
    }
    child.once('error', end)
    child.once('exit', (code) => end(code === 0 ? undefined : new Error(`The program ended with ${code ?? 'a signal'}`)))
  })
}

/** The program is a script that starts another one: both are one group. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // it has ended by itself
  }
}
