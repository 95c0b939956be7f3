import { useState } from 'react'
import { PhraseEditor } from '#shell/detail/dialogs/opinion/PhraseEditor.tsx'
import { usePhrases } from '#shell/detail/dialogs/opinion/phrases.ts'
import { useProfileText } from './profile.ts'
import '#shell/detail/dialogs/dialogs.css'

/** Editor of the user's own phrases for opinions. */
export function OpinionsTab() {
  const { t } = useProfileText()
  const { own, phrases, save } = usePhrases()
  const [round, setRound] = useState(0)
  const list = own.length > 0 ? own : phrases
  return (
    <>
      <p className="oa-profile-note">{t('opinionsText')}</p>
      {/* remounted with the saved phrases after saving and after cancelling */}
      <PhraseEditor key={`${round} ${list.join('\n')}`} phrases={list} current="" onSave={save} onClose={() => setRound(round + 1)} />
    </>
  )
}
