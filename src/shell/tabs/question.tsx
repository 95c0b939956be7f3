import { Button } from 'antd'
import { useCallback } from 'react'
import { useDialogs } from '../dialogs/dialogs-context.tsx'
import { useText } from '../text.tsx'
import type { UnsavedChoices } from './unsaved.ts'

/** Returns a function that asks before unsaved input is discarded: save a draft if possible, discard, or continue editing. */
export function useUnsavedQuestion(): (unsaved: UnsavedChoices) => Promise<boolean> {
  const dialogs = useDialogs()
  const { t } = useText()
  return useCallback(
    async ({ save }) => {
      const ask = await dialogs()
      return new Promise<boolean>((resolve) => {
        const dialog = ask.confirm({
          title: t('tabs.unsaved'),
          onCancel: () => resolve(false),
          footer: () => (
            <div className="ant-modal-confirm-btns">
              {save && <Button onClick={() => void save().then(() => end(true), () => end(false))}>{t('tabs.saveDraft')}</Button>}
              <Button danger onClick={() => end(true)}>{t('tabs.discard')}</Button>
              <Button type="primary" autoFocus onClick={() => end(false)}>{t('tabs.keep')}</Button>
            </div>
          ),
        })
        const end = (may: boolean) => {
          dialog.destroy()
          resolve(may)
        }
      })
    },
    [dialogs, t],
  )
}
