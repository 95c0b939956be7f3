import { Modal } from 'antd'
import { Fragment } from 'react'
import { definePartText } from '#fields/text.ts'
import { commandKey, optionKey } from '../keys.ts'
import { cn, en } from './texts.ts'
import './keys.css'

const useHelpText = definePartText<keyof typeof cn>({ cn, en })

type ShortcutTextKey = keyof typeof cn

/** Shortcuts by context: keys pressed together or one after another (`then`), and their effect. */
const groups: readonly { readonly where: ShortcutTextKey;
  readonly keys: readonly (readonly [pressed: string, does: ShortcutTextKey])[] }[] = [
    { where: 'everywhere',
      keys: [[`${commandKey} K`, 'find'], ['C', 'new'], ['G then H', 'home'], ['G then T', 'todo'], ['G then I', 'initiated'], ['G then M',
        'messages'], ['[ ]', 'tabs'], ['?', 'keys']] },
    { where: 'list',
      keys: [['J K', 'rows'], ['Space', 'peek'], ['Enter', 'open'], ['X', 'select'], ['Shift X', 'reach'], [`${commandKey} A`, 'selectAll'],
        [
          'P',
          'pass',
        ], ['R', 'return'], ['Z', 'undo'], ['V', 'review'], ['/', 'search'], ['Esc', 'letGo']] },
    { where: 'detail',
      keys: [['J K', 'documents'], ['N', 'nextException'], ['E', 'exceptions'], ['P', 'pass'], ['R', 'return'], ['S', 'countersign'], ['T',
        'transfer'], ['M', 'comment'], ['Esc', 'back']] },
    { where: 'form',
      keys: [[`${commandKey} Enter`, 'confirm'], [`${commandKey} S`, 'save'], [`${optionKey} N`, 'addRow'], [`${optionKey} ↑ ↓`,
        'moveRow']] },
    { where: 'reviewing',
      keys: [['P', 'passNext'], ['R', 'return'], ['Z', 'undoLast'], ['J K', 'documents'], ['V', 'nextFile'], ['+ −', 'zoom']] },
  ]

/** A dialog with all keyboard shortcuts. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const { t } = useHelpText()
  return (
    <Modal open className="oa-fitting" title={t('title')} width={640} footer={null} bodyProps={{ tabIndex: 0 }} onCancel={onClose}>
      <div className="oa-keys halves grid">
        {groups.map(({ where, keys }) => (
          <section key={where} aria-label={t(where)}>
            <h2 className="second small medium">{t(where)}</h2>
            <dl>
              {keys.map(([pressed, does]) => (
                <div key={does}>
                  <dt className="muted nowrap">
                    <Pressed keys={pressed} />
                  </dt>
                  <dd>{t(does)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="oa-keys-note second small">{t('note')}</p>
    </Modal>
  )
}

function Pressed({ keys }: { keys: string }) {
  const { t } = useHelpText()
  return keys.split(' ').map((key, index) => (
    <Fragment key={key}>
      {index > 0 && ' '}
      {key === 'then' ? <span>{t('after')}</span> : <kbd className="outlined round-4 ink text-centre">{key}</kbd>}
    </Fragment>
  ))
}
