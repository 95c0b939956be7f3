import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convertedToPdf, officeProgram } from './convert.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'office-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A program with the command line of LibreOffice that runs this script. */
async function office(name: string, script: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  return file
}

describe('the program that makes PDF of Word files', () => {
  it('is the one that is set, where it can be run', async () => {
    const program = await office('any', 'exit 0')
    expect(officeProgram(program)).toBe(program)
    expect(officeProgram(join(folder, 'absent'))).toBeUndefined()
  })

  it('works in a folder that goes with it, without what the product’s environment holds', async () => {
    process.env['SECRET_OF_THE_TEST'] = 'secret'
    const program = await office('copies', `env > "${folder}/environment"; pwd > "${folder}/place"; cp document.docx document.pdf`)
    expect((await convertedToPdf(program, Buffer.from('content'))).toString()).toBe('content')
    expect(await readFile(join(folder, 'environment'), 'utf8')).not.toContain('secret')
    await expect(readFile((await readFile(join(folder, 'place'), 'utf8')).trim())).rejects.toMatchObject({ code: 'ENOENT' })
    delete process.env['SECRET_OF_THE_TEST']
  })

  it('fails where it fails, or makes nothing', async () => {
    await expect(convertedToPdf(await office('fails', 'exit 3'), Buffer.from('a'))).rejects.toThrow('ended with 3')
    await expect(convertedToPdf(await office('idle', 'exit 0'), Buffer.from('a'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
