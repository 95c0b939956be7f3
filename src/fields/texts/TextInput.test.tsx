import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { startTexts } from '#providers/i18n.ts'
import { type FieldDefinition, text } from '#kernel/fields.ts'
import { TextProvider } from '#shell/text.tsx'
import { shellTexts } from '#shell/texts.ts'
import { textRenderer } from './family.tsx'

beforeAll(() => startTexts([shellTexts], 'en'))

const label = { cn: '号码', en: 'Number' }
const numbers = text({ ...label, pattern: '^\\d{8}(,\\d{8})*$' })

/** Types into an empty field; returns the values before and after blur, and the displayed text. */
async function type(field: FieldDefinition, typed: string) {
  const values: unknown[] = []
  function Host() {
    const [value, setValue] = useState<unknown>(null)
    const change = (next: unknown) => {
      values.push(next)
      setValue(next)
    }
    return <textRenderer.Input id="number" field={field} value={value} onChange={change} context={{}} aria-label="Number" />
  }
  const { unmount } = render(
    <TextProvider>
      <Host />
    </TextProvider>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Number')
  const user = userEvent.setup()
  await user.type(input, typed)
  const before = input.value
  await user.tab()
  const shown = input.value
  unmount()
  return { held: values.at(-1), before, shown }
}

it('holds several codes plain at once, and shows them as typed until the field is left', async () => {
  expect(await type(numbers, '１2345678，82345678')).toEqual({ held: '12345678,82345678', before: '１2345678，82345678',
    shown: '12345678,82345678' })
})

it('keeps what no pattern takes, and every text of a field without a pattern', async () => {
  expect(await type(numbers, '1234，')).toEqual({ held: '1234，', before: '1234，', shown: '1234，' })
  expect(await type(text(label), 'Ａ，b')).toEqual({ held: 'Ａ，b', before: 'Ａ，b', shown: 'Ａ，b' })
})
