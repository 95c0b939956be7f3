import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { startTexts } from '#providers/i18n.ts'
import { type FieldDefinition, integer, money, number, percent } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import { fieldSchema } from '#kernel/kinds/schema.ts'
import { TextProvider } from '#shell/text.tsx'
import { shellTexts } from '#shell/texts.ts'
import type { InputProps } from '../types.ts'
import { integerRenderer, moneyRenderer, numberRenderer, percentRenderer } from './renderers.tsx'

beforeAll(() => startTexts([shellTexts], 'en'))

const label = { cn: '金额', en: 'Amount' }
const renderers = { money: moneyRenderer, number: numberRenderer, integer: integerRenderer, percent: percentRenderer }

/** Types into a field with the value 88, and leaves it. */
async function type(field: FieldDefinition, text: string) {
  const values: unknown[] = []
  const Input = renderers[field.kind as keyof typeof renderers].Input
  function Host(props: Pick<InputProps, 'field'>) {
    const [value, setValue] = useState<unknown>(field.kind === 'integer' ? 88 : '88.00')
    useEffect(() => void values.push(value), [value])
    return <Input id="amount" {...props} value={value} onChange={setValue} context={{}} aria-label="Amount" />
  }
  const { unmount } = render(
    <TextProvider>
      <Host field={field} />
    </TextProvider>,
  )
  const user = userEvent.setup()
  const input = screen.getByLabelText<HTMLInputElement>('Amount')
  await user.click(input)
  await user.paste(text)
  await user.tab()
  const shown = input.value
  const held = values.at(-1)
  unmount()
  return { held, shown, isSound: held === null || fieldSchema(field).safeParse(held).success }
}

it.each<[FieldDefinition, string, unknown, string]>([
  [money(label), '12。5', '12.50', '12.50'],
  [money(label), '1,286.50元', '1286.50', '1,286.50'],
  [money(label), '1.5万', '15000.00', '15,000.00'],
  [money(label), '99 CNY', '99.00', '99.00'],
  [money({ ...label, precision: 6 }), '12.5', '12.500000', '12.50'],
  [money({ ...label, precision: 6 }), '0.0125', '0.012500', '0.0125'],
  [number(label), '1.234', '1.234', '1.234'],
  [percent(label), '12.5%', '12.5', '12.5'],
  [integer(label), '1.5万', 15_000, '15,000'],
])('%o takes %s for what it means', async (field, text, held, shown) => {
  expect(await type(field, text)).toEqual({ held, shown, isSound: true })
})

it.each<[FieldDefinition, string]>([
  [money(label), '12,5'],
  [money(label), '500.000'],
  [money(label), '1e3'],
  [number(label), 'about 3'],
  [percent(label), '12,5%'],
  [integer(label), '12.5'],
  [integer(label), '500.000'],
])('%o keeps %s, which its check refuses', async (field, text) => {
  const { held, shown, isSound } = await type(field, text)
  expect([String(held).trim(), shown, isSound]).toEqual([text, text, false])
  expect(kindOf(field).toFeel(held, field, { reference: () => undefined })).toBeNull()
})

it('holds a typed text at once, so that Ctrl Enter does not file the amount before it', async () => {
  const values: unknown[] = []
  const { Input } = moneyRenderer
  render(
    <TextProvider>
      <Input id="amount" field={money(label)} value={null} onChange={(value) => values.push(value)} context={{}} aria-label="Amount" />
    </TextProvider>,
  )
  await userEvent.setup().type(screen.getByLabelText('Amount'), '12,5')
  expect(values).toEqual(['1.00', '12.00', '12,', '12,5'])
})

it.each([['{ArrowUp}', '7.5', '8'], ['{ArrowDown}', '7.7', '7.5'], ['{ArrowUp}', '7.6', '8'], ['{ArrowUp}', null, '0.5'], [
  '{Alt>}{ArrowUp}{/Alt}',
  '7.5',
  undefined,
]])('goes on by its step: %s on %s', async (keys, held, next) => {
  const values: unknown[] = []
  const { Input } = numberRenderer
  render(
    <TextProvider>
      <Input id="hours" field={number({ ...label, step: 0.5 })} value={held} onChange={(value) => values.push(value)} context={{}}
        aria-label="Hours" />
    </TextProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Hours'))
  await user.keyboard(keys)
  expect(values.at(-1)).toBe(next)
})
