import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { Button, Form as AntForm } from 'antd'
import { changeSection, keysIn, moveSection, removeSection } from '../../model/content.ts'
import { type Selection, useDesigning } from '../designing.ts'
import { TextControl } from '../parts/controls.tsx'
import { useDesignerText } from '../text.ts'

/** The properties of a section. */
export function SectionPanel({ id, onSelect }: { id: string; onSelect(selection: Selection): void }) {
  const { content, apply, isReadOnly, overlay } = useDesigning()
  const { t, label } = useDesignerText()
  const { sections } = content.form
  const section = sections.find((each) => each.id === id)
  if (!section) return null
  const count = keysIn(content, id).length
  return (
    <AntForm layout="vertical" component={false} disabled={isReadOnly}>
      <div className="oa-ff-panel-head">
        <h2>{label(section)}</h2>
      </div>
      <TextControl label={t('labelCn')} isRequired isFirst max={30} value={section.cn}
        onChange={(cn) => apply(changeSection(content, id, { cn }), `#${id} cn`)} />
      <TextControl label={t('labelEn')} isRequired max={60} value={section.en}
        onChange={(en) => apply(changeSection(content, id, { en }), `#${id} en`)} />
      <p className="oa-ff-quiet">{t('sectionFields', { count })}</p>
      {overlay
        ? <p className="oa-ff-quiet">{t('shippedSection')}</p>
        : <Moves id={id} isAlone={sections.length < 2} onSelect={onSelect} />}
      {!overlay && count > 0 && sections.length > 1 && <p className="oa-ff-quiet">{t('removeSectionHint')}</p>}
    </AntForm>
  )
}

function Moves({ id, isAlone, onSelect }: { id: string; isAlone: boolean; onSelect(selection: Selection): void }) {
  const { content, apply, isReadOnly } = useDesigning()
  const { t } = useDesignerText()
  return (
    <div className="oa-ff-buttons">
      <Button icon={<ArrowUpOutlined aria-hidden />} onClick={() => apply(moveSection(content, id, -1))}>{t('moveUp')}</Button>
      <Button icon={<ArrowDownOutlined aria-hidden />} onClick={() => apply(moveSection(content, id, 1))}>{t('moveDown')}</Button>
      <Button danger icon={<DeleteOutlined aria-hidden />} disabled={isReadOnly || isAlone} onClick={() => {
        apply(removeSection(content, id))
        onSelect(undefined)
      }}>
        {t('removeSection')}
      </Button>
    </div>
  )
}
