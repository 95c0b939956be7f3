import { describe, expect, it } from 'vitest'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): { line: Record<string, unknown>; text: string } {
  let text = ''
  write(createLog('info', { write: (line) => void (text += line) }))
  return { line: JSON.parse(text) as Record<string, unknown>, text }
}

describe('a line of the log', () => {
  it('is JSON with a level by name and an ISO time', () => {
    expect(logged((log) => log.info({ traceId: 't' }, 'hello')).line).toMatchObject({ level: 'info', msg: 'hello', traceId: 't',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
  })
  it('tells an error with its cause, and not the row that the database repeats', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'user_email',
      detail: 'Key (email)=(wang@example.com)', parameters: ['wang@example.com'] })
    const { line, text } = logged((log) => log.error({ err: new Error('could not save', { cause }) }, 'failed'))
    expect(line.err).toMatchObject({ message: 'could not save',
      cause: { message: 'duplicate key', code: '23505', constraint: 'user_email' } })
    expect(text).not.toContain('wang@example.com')
  })
  it.each([
    ['a token of an address', { path: '/ws/message?token=abc123&x=1' }],
    ['a ticket in an error', { err: new Error('bad address /ws?ticket=abc123') }],
    ['a password', { password: 'abc123' }],
    ['a nested token', { user: { token: 'abc123' } }],
    ['a body', { body: { note: 'abc123' } }],
  ])('never shows %s', (_, line) => {
    expect(logged((log) => log.info(line)).text).not.toContain('abc123')
  })
})
