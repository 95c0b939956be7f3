import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url)
const start = () =>
  spawn(process.execPath, ['--import', 'tsx', 'server/commands/feel.ts'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })

describe('the command feel', () => {
  const command = start()
  const answers = createInterface({ input: command.stdout })[Symbol.asyncIterator]()

  const ask = async (line: string): Promise<unknown> => {
    command.stdin.write(`${line}\n`)
    return (await answers.next()).value
  }

  beforeAll(() => ask('{"expression": "1"}'))
  afterAll(() => command.kill())

  it.each([
    ['{"expression": "0.1 + 0.2"}', '{"value":0.3}'],
    ['{"expression": "a + 1", "context": {"a": 12345678901234567890.12}}', '{"value":12345678901234567891.12}'],
    ['{"expression": "first name + x-y", "context": {"first name": "a", "x-y": "b"}}', '{"value":"ab"}'],
    ['{"expression": "people[last name = \\"Li\\"].last name", "context": {"people": [{"last name": "Li"}]}}', '{"value":["Li"]}'],
    ['{"expression": "[@\\"2026-11-20\\", @\\"P1DT2H\\", [1..5]]"}', '{"value":["2026-11-20","P1DT2H","[1..5]"]}'],
    ['{"expression": "today()", "today": "2026-01-02"}', '{"value":"2026-01-02"}'],
    ['{"expression": "capital(1234.5)"}', '{"value":"壹仟贰佰叁拾肆元伍角"}'],
    ['{"expression": "missing"}', '{"value":null}'],
    ['{"expression": "1 +"}', '{"error":"The expression is incomplete: something is missing at its end (3–3)"}'],
    ['{"expression": "f(1)"}', '{"error":"There is no function “f” (0–1)"}'],
    ['{"expression": 1}', '{"error":"Not usable as a value of an expression: expression is not a string"}'],
    ['{"expression": "1", "context": []}', '{"error":"Not usable as a value of an expression: context is not an object"}'],
    ['[]', '{"error":"Not usable as a value of an expression: the line is not an object"}'],
    ['nonsense', '{"error":"The expression cannot be read: nonsense (0–8)"}'],
    ['', '{"error":"The expression cannot be read: …"}'],
    ['{"expression": "1", "context": {"__proto__": 1}}', '{"error":"The key “__proto__” is not allowed"}'],
    ['{"expression": "1 + 1"}', '{"value":2}'],
  ])('answers %s at once', async (line, answer) => {
    expect(await ask(line)).toBe(answer)
  })
})

it('answers every line in order and ends with its input', async () => {
  const command = start()
  const lines = Array.from({ length: 5000 }, (_, index) => `{"expression": "a * 2", "context": {"a": ${index}}}`)
  command.stdin.end(lines.join('\n'))
  const answers: string[] = []
  for await (const line of createInterface({ input: command.stdout })) answers.push(line)
  if (command.exitCode === null) await once(command, 'exit')
  expect(command.exitCode).toBe(0)
  expect(answers).toEqual(lines.map((_, index) => `{"value":${index * 2}}`))
})
