import { ReloadOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { CalledOptions } from '#kernel/fields/links.ts'
import { boxControlOf } from '../control.ts'
import { useFieldContext } from '../use-field-context.ts'
import { useFieldText } from '../text.ts'
import type { InputProps } from '../types.ts'
import { type CalledChoice, useCalledChoices } from './use-called-choices.ts'

type CalledChoiceInputProps = InputProps & { readonly options: CalledOptions }

/** A choice of another system by its code. Where the system is away the rest of the form stays usable, and asking again is offered. */
export function CalledChoiceInput(props: CalledChoiceInputProps) {
  const { field, value, onChange, context, variant, options } = props
  const { t, locale } = useFieldText()
  const [isOpen, setIsOpen] = useState(false)
  const { fill } = useFieldContext(context)
  const { choices, isSearching, failure, setKeyword, again } = useCalledChoices(options, context, isOpen)
  const choose = (picked: string | undefined) => {
    onChange(picked ?? null)
    fill(filledBy(options, choices.find((choice) => choice.value === picked)))
  }
  return (
    <Select<string>
      {...boxControlOf(props)}
      className="oa-input"
      allowClear={field.required !== true}
      showSearch
      filterOption={false}
      value={textOf(value)}
      loading={isOpen && isSearching}
      placeholder={field.placeholder?.[locale] ?? (variant === 'borderless' ? undefined : t('choose'))}
      popupMatchSelectWidth={variant === 'borderless' ? 280 : true}
      notFoundContent={<Nothing failure={failure} isSearching={isSearching} again={again} />}
      options={choices.map((choice) => ({ value: choice.value, label: nameOf(choice, locale) }))}
      onOpenChange={setIsOpen}
      onSearch={setKeyword}
      onChange={choose}
    />
  )
}

function Nothing({ failure, isSearching, again }: { failure: string | undefined; isSearching: boolean; again(): void }) {
  const { t } = useFieldText()
  if (failure === undefined) return <span className="oa-picker-none">{t(isSearching ? 'searching' : 'noMatch')}</span>
  return (
    <span className="oa-picker-none" role="alert">
      {failure} <Button type="link" size="small" icon={<ReloadOutlined aria-hidden />} onClick={again}>{t('retry')}</Button>
    </span>
  )
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const nameOf = ({ value, cn = '', en = '' }: CalledChoice, locale: 'cn' | 'en'): string =>
  [value, locale === 'cn' ? cn || en : en || cn].filter((part) => part !== '').join(' ')

const filledBy = ({ fills = {} }: CalledOptions, row: CalledChoice | undefined): Readonly<
  Record<string, unknown>
> => (row ? Object.fromEntries(Object.entries(fills).map(([key, attribute]) => [key, row[attribute] ?? null])) : {})
