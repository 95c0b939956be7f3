import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Option } from '#kernel/fields/definition.ts'
import { useDesigning } from '../designing.ts'
import type { FieldPartProps } from '../parts/controls.tsx'
import { useDesignerText } from '../text.ts'

/** Choices of a field of the product: each may be called otherwise, and the company may add some; those of the product stay. */
export function ShippedChoices({ field, put, shipped }: FieldPartProps & { shipped: FieldDefinition }) {
  const { isReadOnly } = useDesigning()
  const { t, label } = useDesignerText()
  const options = field.options ?? []
  const ofProduct = new Set((shipped.options ?? []).map(({ value }) => value))
  const change = (at: number, part: Partial<Option>) => put({ options: options.with(at, { ...options[at]!, ...part }) }, `option ${at}`)
  const fresh = (): string => {
    for (let number = 1;; number += 1) if (!options.some(({ value }) => value === `own${number}`)) return `own${number}`
  }
  return (
    <section className="oa-ff-part" aria-label={t('attribute.options')}>
      <h3>{t('attribute.options')}</h3>
      <div className="oa-ff-options">
        {options.map((option, at) => (
          <div key={option.value} className="oa-ff-option">
            <Input size="small" aria-label={t('optionCn', { number: at + 1 })} value={option.cn} maxLength={60}
              onChange={({ target }) => change(at, { cn: target.value })} />
            <Input size="small" aria-label={t('optionEn', { number: at + 1 })} value={option.en} maxLength={60}
              onChange={({ target }) => change(at, { en: target.value })} />
            <code className="oa-ff-quiet">{option.value}</code>
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
