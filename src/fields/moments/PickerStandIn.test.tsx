import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { startTexts } from '#providers/i18n.ts'
import { date } from '#kernel/fields.ts'
import { TextProvider } from '#shell/text.tsx'
import { shellTexts } from '#shell/texts.ts'
import { type PickerProps, pickerLater } from './PickerStandIn.tsx'

beforeAll(() => startTexts([shellTexts], 'en'))

const Picker = ({ id, autoFocus, defaultOpen, typed }: PickerProps) =>
  <input id={id} aria-label="picker" ref={(input) => void (autoFocus && input?.focus())} data-open={defaultOpen} data-typed={typed} />

/** Renders a date field whose picker is still loading, and another field. */
function open(onChange: (value: unknown) => void = () => undefined) {
  let arrive: () => void = () => undefined
  const Later = pickerLater(() => new Promise((resolve) => (arrive = () => resolve(Picker))), { text: (value) => value.slice(0, 10) })
  const field = date({ cn: '日期', en: 'Day' })
  render(
    <TextProvider>
      <Later id="day" field={field} value="2026-11-02 00:00:00" onChange={onChange} context={{}} aria-label="Day" />
      <input aria-label="other" />
    </TextProvider>,
  )
  return { user: userEvent.setup(), arrive: () => act(async () => arrive()) }
}

it.each([['open and with the focus where it was clicked', ['Day'], 'picker'], ['while the focus is elsewhere, and leaves it there', ['Day',
  'other'], 'other']])(
    'a picker takes the place of its value %s',
    async (_, clicked, focused) => {
      const { user, arrive } = open()
      expect(screen.getByLabelText('Day')).toHaveValue('2026-11-02')
      for (const name of clicked) await user.click(screen.getByLabelText(name))
      await arrive()
      const picker = await screen.findByLabelText('picker')
      expect(screen.getByLabelText(focused)).toHaveFocus()
      expect(picker.dataset['open']).toBe(String(focused === 'picker'))
    },
  )

it.each([['left', '{Tab}', 'other'], ['entered', '{Enter}', 'picker']])(
  'a text that is typed before the picker comes is the value, and the picker reads it once it is %s',
  async (_, key, focused) => {
    const values: unknown[] = []
    const { user, arrive } = open((value) => values.push(value))
    await user.clear(screen.getByLabelText('Day'))
    await user.type(screen.getByLabelText('Day'), '3 No')
    await arrive()
    await user.type(screen.getByLabelText('Day'), 'v')
    expect(values.at(-1)).toBe('3 Nov')
    await user.keyboard(key)
    expect((await screen.findByLabelText('picker')).dataset['typed']).toBe('3 Nov')
    expect(screen.getByLabelText(focused)).toHaveFocus()
  },
)
