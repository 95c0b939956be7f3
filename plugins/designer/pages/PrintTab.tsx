import { Checkbox, Form as AntForm } from 'antd'
import type { PrintOptions } from '#kernel/form.ts'
import { SectionTitle } from '#shell/parts/SectionTitle.tsx'
import { fieldOf, keysIn, withForm } from '../model/content.ts'
import { useDesigning } from './designing.ts'
import { FieldsSelect, SwitchLine } from './parts/controls.tsx'
import { useDesignerText } from './texts.ts'

/** The sections and fields of a document that are printed. */
export function PrintTab() {
  const { content, apply, isReadOnly, problems } = useDesigning()
  const { t, label } = useDesignerText()
  const { print, sections } = content.form
  const options: PrintOptions = print || {}
  const omit = options.omit ?? []
  const put = (next: PrintOptions | false) => apply(withForm(content, { print: next }))
  const leave = (key: string, is: boolean) => put({ ...options, omit: is ? omit.filter((name) => name !== key) : [...omit, key] })
  const found = problems.filter(({ part }) => part === 'print')
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <div className="oa-ff-page stack filled-column gap-12 scroll">
        {found.length > 0 && (
          <ul className="oa-ff-problems red small" role="alert">
            {found.map(({ where, text }) => <li key={where + text.en}>{label(text)}</li>)}
          </ul>
        )}
        <div className="oa-ff-narrow">
          <SwitchLine label={t('isPrinted')} value={print !== false} onChange={(is) => put(is ? {} : false)} />
          <p className="oa-ff-quiet small">{t('printHint')}</p>
        </div>
        {print !== false && (
          <>
            <div className="oa-ff-print grid">
              {sections.map((section) => (
                <section className="stack gap-6" key={section.id} aria-label={label(section)}>
                  <Checkbox checked={!omit.includes(section.id)} onChange={({ target }) => leave(section.id, target.checked)}>
                    <strong>{label(section)}</strong>
                  </Checkbox>
                  {keysIn(content, section.id).map((key) => {
                    const field = fieldOf(content, key)
                    return field && (
                      <Checkbox key={key} disabled={isReadOnly || omit.includes(section.id)}
                        checked={!omit.includes(section.id) && !omit.includes(key)} onChange={({ target }) => leave(key, target.checked)}
                      >
                        {label(field)}
                      </Checkbox>
                    )
                  })}
                </section>
              ))}
            </div>
            <SectionTitle>{t('photos')}</SectionTitle>
            <div className="oa-ff-narrow">
              <FieldsSelect label={t('attribute.photos')} hint={t('photosHint')} value={options.photos ?? []} fits={(_, { kind }) =>
                kind === 'attachment'} onChange={(photos) => put({ ...options, photos })} />
            </div>
          </>
        )}
      </div>
    </AntForm>
  )
}
