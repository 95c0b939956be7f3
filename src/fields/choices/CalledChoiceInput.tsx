import { ReloadOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CalledOptions } from '#kernel/fields/links.ts'
import { useHttp } from '#shell/backend.ts'
import { useDebounced } from '#shell/parts/use-delay.ts'
import { isFailure } from '#providers/failure.ts'
import { boxControlOf, type InputProps } from '../types.ts'
import { useFieldContext } from '../use-field-context.ts'
import { useFieldText } from '../text.ts'

type CalledChoiceInputProps = InputProps & { readonly options: CalledOptions }

/** A choice from another system, stored by its code. If that system fails, the rest of the form stays usable, with a retry button. */
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
  if (failure === undefined) return <span className="oa-picker-none third block">{t(isSearching ? 'searching' : 'noMatch')}</span>
  return (
    <span className="oa-picker-none third block" role="alert">
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

interface CalledChoice {
  readonly value: string
  readonly cn?: string
  readonly en?: string
  readonly [attribute: string]: unknown
}

const none: readonly CalledChoice[] = []

/** The choices for the current parameters, loaded while the list is open. */
function useCalledChoices({ call, with: parameters = {} }: CalledOptions, context: InputProps['context'], isOpen: boolean) {
  const http = useHttp()
  const { form, read } = useFieldContext(context)
  const [keyword, setKeyword] = useState('')
  const searched = useDebounced(keyword)
  const values = isOpen ? read?.(Object.values(parameters)) : undefined
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['calledChoices', form, call, parameters, values, searched],
    queryFn: () =>
      http.query<{ choices: readonly CalledChoice[] }>(`/oaserver/${form}/choices`, { call, with: parameters, values, keyword: searched }, {
        quiet: true,
      }),
    enabled: isOpen && form !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  })
  return { ...answered(data, error), isSearching: isFetching, setKeyword, again: () => void refetch() }
}

/** After a failure no choices are offered, not even previous ones. */
const answered = (data: { readonly choices: readonly CalledChoice[] } | undefined,
  error: unknown) => (isFailure(error) ? { choices: none, failure: error.message } : { choices: data?.choices ?? none, failure: undefined })
