import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Refused } from '#kernel/errors.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'

/** One conversion at a time; calls that wait longer than the timeout are refused. */
const turns = semaphore(1, { timeout: 60_000, refuse: () => new Refused('prints.busy') })

/** Timeout of one document, ms: the first start of LibreOffice on a slow machine takes about ten seconds. */
const longest = 60_000
const largestPdf = 50 * 1024 * 1024

/** Paths of LibreOffice on Linux and macOS. */
const installed = ['/usr/bin/soffice', '/usr/local/bin/soffice', '/usr/bin/libreoffice', '/opt/libreoffice/program/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice']

/** The program that converts Word files to PDF: the configured one, else an installed one; undefined without any. */
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
 * Converts a Word file to PDF in a separate process with a temporary profile and folder and a timeout.
 * @throws Error where the program fails; Refused for a full queue
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
    // the product's environment contains passwords and is not passed on
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

/** Kills the process group, since the program is a script that starts another process. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // it has already ended
  }
}
