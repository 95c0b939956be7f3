import { DeleteOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons'
import { Alert, Button, Form as AntForm, Input } from 'antd'
import { kindOf } from '#kernel/kinds/registry.ts'
import { fieldAt } from '#kernel/evaluate/path.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Option } from '#kernel/fields/definition.ts'
import { changeField, fieldOf, type FieldPath, partsOf, replaceField } from '../../model/content.ts'
import { useDesigning } from '../designing.ts'
import { Default, Names, Required, Width } from '../panel/FieldPanel.tsx'
import { Uses } from '../panel/OutputPart.tsx'
import { BothLanguages, type FieldPartProps, SwitchLine } from '../parts/controls.tsx'
import { useDesignerText } from '../texts.ts'

interface ShippedProps extends FieldPartProps {
  readonly shipped: FieldDefinition
  /** Reasons for which the product needs it. */
  readonly reasons: readonly Label[]
  readonly isHidden: boolean
}

/** Settings of a field of the product that a company may change. */
export function ShippedFieldPanel({ path }: { path: FieldPath }) {
  const { content, apply, isReadOnly, overlay } = useDesigning()
  const field = fieldOf(content, path)
  const shipped = overlay && fieldAt(overlay.shipped.fields, path)
  if (!field || !shipped) return null
  const put: FieldPartProps['put'] = (part, attribute) =>
    apply(changeField(content, path, part), attribute === undefined ? undefined : `${path} ${attribute}`)
  const props: ShippedProps = { path, field, table: partsOf(path).table, put, shipped, reasons: overlay.needs[path] ?? [],
    isHidden: isHiddenBy(field, shipped) }
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <ShippedWords {...props} />
      {isTyped(shipped) && <ShippedEntry {...props} />}
      {shipped.options && <ShippedChoices {...props} />}
      <Hiding {...props} />
      <Uses path={path} />
    </AntForm>
  )
}

const isHiddenBy = ({ visible }: FieldDefinition, shipped: FieldDefinition): boolean => visible === 'false' && shipped.visible !== 'false'

/** Returns whether people enter a value. */
const isTyped = (field: FieldDefinition): boolean =>
  [field.system, field.readOnly, field.value].every((held) => held === undefined) && field.kind !== 'calculated' &&
  kindOf(field).holds !== 'nothing'

function ShippedWords(props: ShippedProps) {
  const { t } = useDesignerText()
  return (
    <>
      <Names {...props} isHeader={false} />
      <p className="oa-ff-quiet small">{t('shippedField')}</p>
      <BothLanguages {...props} attribute="hint" />
      {isTyped(props.shipped) && <BothLanguages {...props} attribute="placeholder" />}
      <Width {...props} />
    </>
  )
}

function ShippedEntry(props: ShippedProps) {
  const { shipped, reasons, isHidden } = props
  const { t } = useDesignerText()
  const least = reasons.length > 0 ? shipped.required : undefined
  return (
    <section className="oa-ff-part line-top above-6" aria-label={t('filling')}>
      <h3>{t('filling')}</h3>
      {!isHidden && kindOf(shipped).ask !== null && <Required {...props} {...(least !== undefined && { least })} />}
      {shipped.kind !== 'table' && <Default {...props} />}
    </section>
  )
}

function Hiding({ path, field, shipped, reasons, isHidden }: ShippedProps) {
  const { content, apply, isReadOnly, overlay } = useDesigning()
  const { t, label } = useDesignerText()
  const isFixed = reasons.length > 0 && !isHidden
  const canRestore = !isReadOnly && overlay?.marks.get(path)?.kind === 'changed'
  return (
    <section className="oa-ff-part line-top above-6" aria-label={t('hide')}>
      <SwitchLine label={t('hide')} value={isHidden} isDisabled={isReadOnly || isFixed}
        onChange={(is) => apply(replaceField(content, path, is ? { ...field, visible: 'false' } : shown(field, shipped)))} />
      {reasons.length > 0 && (
        <Alert type="info" message={t('neededTitle')}
          description={<ul className="oa-ff-bullets">{reasons.map((reason) => <li key={reason.en}>{label(reason)}</li>)}</ul>} />
      )}
      {canRestore && (
        <Button icon={<UndoOutlined aria-hidden />} onClick={() => apply(replaceField(content, path, restored(field, shipped)))}>
          {t('backToShipped')}
        </Button>
      )}
    </section>
  )
}

/** A hidden field with its shipped visibility and requirement restored. */
const shown = ({ visible: _v, ...field }: FieldDefinition, { visible, required, requiredAt, shown: isShown }: FieldDefinition) => ({
  ...field,
  ...(visible !== undefined && { visible }),
  ...(required !== undefined && { required }),
  ...(requiredAt && { requiredAt }),
  ...(isShown && { shown: isShown }),
})

/** The shipped field; changes of its columns are kept. */
const restored = ({ columns }: FieldDefinition, shipped: FieldDefinition): FieldDefinition => (columns ? { ...shipped, columns } : shipped)

/** Choices of a field of the product: each may be called otherwise, and the company may add some; those of the product stay. */
function ShippedChoices({ field, put, shipped }: FieldPartProps & { shipped: FieldDefinition }) {
  const { isReadOnly } = useDesigning()
  const { t, label } = useDesignerText()
  const options = field.options ?? []
  const ofProduct = new Set((shipped.options ?? []).map(({ value }) => value))
  const change = (at: number, part: Partial<Option>) => put({ options: options.with(at, { ...options[at]!, ...part }) }, `option ${at}`)
  const fresh = (): string => {
    for (let number = 1;; number += 1) if (!options.some(({ value }) => value === `own${number}`)) return `own${number}`
  }
  return (
    <section className="oa-ff-part line-top above-6" aria-label={t('attribute.options')}>
      <h3>{t('attribute.options')}</h3>
      <div className="oa-ff-options grid gap-6">
        {options.map((option, at) => (
          <div key={option.value} className="oa-ff-option grid gap-4">
            <Input size="small" aria-label={t('optionCn', { number: at + 1 })} value={option.cn} maxLength={60}
              onChange={({ target }) => change(at, { cn: target.value })} />
            <Input size="small" aria-label={t('optionEn', { number: at + 1 })} value={option.en} maxLength={60}
              onChange={({ target }) => change(at, { en: target.value })} />
            <code className="oa-ff-quiet small">{option.value}</code>
            {!ofProduct.has(option.value) && (
              <Button type="text" size="small" icon={<DeleteOutlined />} disabled={isReadOnly}
                aria-label={t('removeOption', { name: label(option) })} onClick={() => put({ options: options.toSpliced(at, 1) })} />
            )}
          </div>
        ))}
        <Button type="dashed" size="small" block icon={<PlusOutlined aria-hidden />} disabled={isReadOnly || options.length >= 100}
          onClick={() => put({ options: [...options, { value: fresh(), cn: '', en: '' }] })}
        >
          {t('addOption')}
        </Button>
      </div>
    </section>
  )
}
