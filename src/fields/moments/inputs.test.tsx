import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, useEffect, useState } from 'react'
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startTexts } from '#providers/i18n.ts'
import { date, daterange, datetime, type FieldDefinition, time } from '#kernel/fields.ts'
import { fieldSchema } from '#kernel/kinds/schema.ts'
import { TextProvider } from '#shell/text.tsx'
import { shellTexts } from '#shell/texts.ts'
import { FieldContextContext } from '../field-context.ts'
import type { InputProps } from '../types.ts'
import { DateInput, DateRangeInput, DateTimeInput, DaysPicker, TimeInput } from './inputs.tsx'

beforeAll(() => startTexts([shellTexts], 'en'))

/** All values emitted by the field, in order. */
const values: unknown[] = []
const held = () => values.at(-1)
beforeEach(() => values.splice(0))

function open(Input: ComponentType<InputProps>, field: FieldDefinition, start: unknown = null) {
  function Host() {
    const [value, setValue] = useState<unknown>(start)
    useEffect(() => void values.push(value), [value])
    return (
      <>
        <Input id="when" field={field} value={value} onChange={setValue} context={{}} aria-label="When" />
        <input aria-label="next" />
      </>
    )
  }
  render(
    <TextProvider>
      <Host />
    </TextProvider>,
  )
  return userEvent.setup()
}

/** Replaces the input's text, and moves on to the next field. */
async function enter(user: ReturnType<typeof userEvent.setup>, id: string, text: string) {
  const input = inputOf(id)
  await user.click(input)
  await user.clear(input)
  if (text !== '') await user.type(input, text)
  fireEvent.blur(inputOf(id))
  await user.click(screen.getByLabelText('next'))
}

const inputOf = (id: string) => document.getElementById(id) as HTMLInputElement

const label = { cn: '何时', en: 'When' }

it.each<[ComponentType<InputProps>, FieldDefinition, string, readonly [value: string, shown: string]]>([
  [DateInput, date(label), '20261102', ['2026-11-02', '2026-11-02']],
  [DateInput, date(label), '2026/11/3', ['2026-11-03', '2026-11-03']],
  [DateInput, date(label), '5 Nov 2026', ['2026-11-05', '2026-11-05']],
  [DateInput, date({ ...label, months: true }), '2026年11月', ['2026-11-01', '2026-11']],
  [DateTimeInput, datetime(label), '2026-12-01', ['2026-12-01 00:00:00', '2026-12-01 00:00']],
  [TimeInput, time(label), '9点30分', ['09:30', '09:30']],
])('%o reads %o: %s', async (Input, field, text, [value, shown]) => {
  await enter(open(Input, field), 'when', text)
  expect(held()).toBe(value)
  expect(inputOf('when')).toHaveValue(shown)
})

it.each<[ComponentType<InputProps>, FieldDefinition, string, string]>([
  [DateInput, date(label), '2026-11-02', '05/11/2026'],
  [DateTimeInput, datetime(label), '2026-11-02 10:00:00', 'tomorrow'],
  [TimeInput, time(label), '10:00', '25:00'],
])('%o %o that held %s keeps %s to be put right', async (Input, field, start, text) => {
  const user = open(Input, field, start)
  await enter(user, 'when', text)
  expect([held(), inputOf('when').value, fieldSchema(field).safeParse(held()).success]).toEqual([text, text, false])
  await enter(user, 'when', start)
  expect([held(), fieldSchema(field).safeParse(held()).success]).toEqual([start, true])
})

it('a date that is confirmed by Enter does not send the form around it', async () => {
  const sent = vi.fn<(event: { preventDefault(): void }) => void>((event) => event.preventDefault())
  render(
    <TextProvider>
      <form onSubmit={sent}>
        <DateTimeInput id="when" field={datetime(label)} value={null} onChange={(value) => values.push(value)} context={{}} />
        <button type="submit">Send</button>
      </form>
    </TextProvider>,
  )
  const user = userEvent.setup()
  await user.click(inputOf('when'))
  await user.type(inputOf('when'), '2026-12-01 09:00{Enter}')
  expect(held()).toBe('2026-12-01 09:00:00')
  expect(sent).not.toHaveBeenCalled()
})

it('a day that cannot be read is the value before the field counts as left, so that it is marked at once', async () => {
  const calls: string[] = []
  render(
    <TextProvider>
      <DateInput id="when" field={date(label)} value={null} onChange={(value) => calls.push(`value ${String(value)}`)}
        onBlur={() => calls.push('left')} context={{}} aria-label="When" />
      <input aria-label="next" />
    </TextProvider>,
  )
  const user = userEvent.setup()
  await user.type(inputOf('when'), '05/11/2026')
  await user.tab()
  expect(calls.at(-1)).toBe('left')
  expect(calls).toContain('value 05/11/2026')
})

it('empties a day that was cleared by hand', async () => {
  await enter(open(DateInput, date(label), '2026-11-02'), 'when', '')
  expect(held()).toBeNull()
})

it('keeps each end of a span', async () => {
  const user = open(DateRangeInput, daterange(label))
  await enter(user, 'when', '2026/11/3')
  expect(held()).toBeNull()
  await enter(user, 'when-end', '5/11/2026')
  expect(held()).toEqual(['2026-11-03', '5/11/2026'])
  await enter(user, 'when-end', '5 Nov 2026')
  expect(held()).toEqual(['2026-11-03', '2026-11-05'])
})

it('makes a search wait for a day that cannot be read', async () => {
  const found: unknown[] = []
  render(
    <TextProvider>
      <DaysPicker id="days" label="Days" value={undefined} onChange={(days) => found.push(days)} mayBeOpen />
      <input aria-label="next" />
    </TextProvider>,
  )
  const user = userEvent.setup()
  const [from] = screen.getAllByLabelText<HTMLInputElement>('Days')
  await user.type(from!, '05/11/2026')
  fireEvent.blur(from!)
  expect([from!.value, from!.validationMessage]).toEqual(['05/11/2026', 'Enter a date such as 2026-11-05'])
  await user.clear(from!)
  await user.type(from!, '20261105')
  fireEvent.blur(from!)
  expect([found.at(-1), from!.validationMessage]).toEqual(['2026-11-05,', ''])
})

it('rings the company’s day, whatever the time zone of the browser', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T16:10:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const user = open(DateInput, date(label))
  await user.click(inputOf('when'))
  await waitFor(() => expect(document.querySelector('.ant-picker-cell-today')?.getAttribute('title')).toBe('2026-11-29'))
})

it('a calendar offers the days that the limits allow when it opens', async () => {
  let earliest = '2026-11-10'
  const lent = { accepts: () => true, narrowing: () => ({}), fill: () => undefined, propose: () => undefined,
    limits: () => ({ earliest, latest: '2026-11-20' }) }
  render(
    <TextProvider>
      <FieldContextContext value={lent}>
        <DateInput id="when" field={date({ ...label, earliest: 'start', latest: 'end' })} value="2026-11-15" onChange={() => undefined}
          context={{}} aria-label="When" />
      </FieldContextContext>
    </TextProvider>,
  )
  earliest = '2026-11-12'
  await userEvent.setup().click(inputOf('when'))
  const offered = (day: string) => !document.querySelector(`td[title="${day}"]`)?.className.includes('disabled')
  await waitFor(() => expect(document.querySelector('td[title="2026-11-12"]')).not.toBeNull())
  expect(['2026-11-11', '2026-11-12', '2026-11-20', '2026-11-21'].map(offered)).toEqual([false, true, true, false])
})

it('a moment with seconds is read and shown with them', async () => {
  await enter(open(DateTimeInput, datetime({ ...label, seconds: true })), 'when', '2026-12-01 09:00:07')
  expect([held(), inputOf('when').value]).toEqual(['2026-12-01 09:00:07', '2026-12-01 09:00:07'])
})
