import { CloseOutlined, LinkOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useRef, useState, type RefObject } from 'react'
import { idsOf, storedName, useBook, useReferences } from '../references/reference-book.ts'
import { useFieldContext } from '../use-field-context.ts'
import type { ReferenceCandidate, InputProps } from '../types.ts'
import { DocumentLinkName } from './DocumentLinkCell.tsx'
import { linkName } from './linkable.ts'
import { useLinkText, type LinkTextKey } from './texts.ts'
import './document-link.css'

const DocumentPicker = lazy(async () => ({ default: (await import('./DocumentPicker.tsx')).DocumentPicker }))

/** Default maximum number of links. */
const defaultMax = 20

/** The linked documents, each with actions to open and remove it, and a button to choose others. */
export function DocumentLinkInput(props: InputProps) {
  const { field, value, onChange, onBlur, disabled = false, variant } = props
  const book = useBook()
  const ids = idsOf(value)
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { propose } = useFieldContext(props.context)
  const change = (chosen: readonly string[]) => {
    onChange([...chosen])
    onBlur?.()
  }
  return (
    <div
      className={variant === 'borderless' ? 'oa-doclinks is-cell stack at-start gap-4 narrow' : 'oa-doclinks stack at-start gap-4 narrow'}
      data-status={props.status}
    >
      <Chosen ids={ids} isDisabled={disabled} isShort={variant === 'borderless'}
        onRemove={(id) => change(ids.filter((each) => each !== id))} />
      <Opener {...props} count={ids.length} opener={opener} onOpen={() => setIsOpen(true)} />
      {isOpen && (
        <Suspense>
          <DocumentPicker field={field} chosen={ids} max={field.max ?? defaultMax} context={props.context} onClose={() => setIsOpen(false)}
            afterClose={() => opener.current?.focus()} onChoose={(records, chosen) => {
            book.learn('documentLink', records)
            change(chosen)
            propose(field, records.filter(({ id }) => !ids.includes(id)))
          }} />
        </Suspense>
      )}
    </div>
  )
}

interface ChosenProps {
  readonly ids: readonly string[]
  readonly isDisabled: boolean
  /** Shows the number only, for a cell of a table. */
  readonly isShort: boolean
  onRemove(id: string): void
}

function Chosen({ ids, isDisabled, isShort, onRemove }: ChosenProps) {
  const records = useReferences('documentLink', ids)
  if (ids.length === 0) return null
  return (
    <ul className="oa-doclinks-list fit narrow">
      {ids.map((id, index) => (
        <One key={id} id={id} record={records[index]} isShort={isShort} onRemove={isDisabled ? undefined : () => onRemove(id)} />
      ))}
    </ul>
  )
}

function One(
  { id, record, isShort, onRemove }: { id: string; record: ReferenceCandidate | undefined; isShort: boolean;
    onRemove: (() => void) | undefined },
) {
  const { t, locale } = useLinkText()
  return (
    <li>
      <DocumentLinkName id={id} record={record} hasState={!isShort} />
      {!isShort && (
        <span className="cut fill second">
          {record?.['readable'] === false ? t('hidden') : record && linkName(record, locale).first}
        </span>
      )}
      {onRemove && (
        <Button type="text" size="small" icon={<CloseOutlined aria-hidden />} aria-label={t('remove', { number: storedName(record, id) })}
          onClick={onRemove} />
      )}
    </li>
  )
}

interface OpenerProps extends InputProps {
  readonly count: number
  readonly opener: RefObject<HTMLButtonElement | null>
  onOpen(): void
}

function Opener({ field, count, opener, onOpen, id, disabled = false, variant, size, ...aria }: OpenerProps) {
  const { t } = useLinkText()
  const max = field.max ?? defaultMax
  const words = t(wordsKey(count, max), { n: max })
  const name = aria['aria-label']
  const look = variant === 'borderless' ? ({ size: 'small', type: 'text' } as const) : ({ size } as const)
  if (disabled && count > 0) return null
  return (
    <Button
      {...look}
      ref={opener}
      id={id}
      danger={aria.status === 'error'}
      icon={<LinkOutlined aria-hidden />}
      disabled={disabled}
      aria-label={name && `${name}: ${words}`}
      aria-describedby={aria['aria-describedby']}
      onClick={onOpen}
    >
      {words}
    </Button>
  )
}

function wordsKey(count: number, max: number): LinkTextKey {
  if (count === 0) return 'choose'
  if (max === 1) return 'change'
  return count < max ? 'more' : 'full'
}
