import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ChangeEvent, useRef, useState } from 'react'
import { isFailure } from '#providers/failure.ts'
import { upload } from '#providers/files.ts'
import { currentLocale } from '#providers/i18n.ts'
import { useBackend } from '#shell/backend.ts'
import { Avatar } from '#shell/parts/Avatar.tsx'
import { keyOf, reads } from '#shell/start/reads.ts'
import { largestPicture, pictureTypes, squareOf } from './picture.ts'
import { profile, type Profile, profilePath, useProfileText } from './profile.ts'

/** The person's picture, and ways to change it. */
export function Picture({ of: { id, name, avatar } }: { of: Profile }) {
  const { t } = useProfileText()
  const input = useRef<HTMLInputElement>(null)
  const { send, remove, problem, isBusy } = usePicture()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (file) void send(file)
  }
  return (
    <div className="oa-profile-picture">
      <Avatar id={id} name={name} avatar={avatar} size={72} />
      <div>
        <input ref={input} type="file" hidden accept={pictureTypes} aria-label={t('picture')} onChange={choose} />
        <Button loading={isBusy} onClick={() => input.current?.click()}>{t('choosePicture')}</Button>
        {avatar && <Button type="link" disabled={isBusy} onClick={() => void remove()}>{t('removePicture')}</Button>}
        {problem ? <p className="is-problem" role="alert">{problem}</p> : <p>{t('pictureHint')}</p>}
      </div>
    </div>
  )
}

function usePicture() {
  const { t } = useProfileText()
  const { http, session, reactions } = useBackend()
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const context = async (work: () => Promise<unknown>) => {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await work()
      // The menu and lists show it too.
      await Promise.all([[profile], keyOf(reads.user), keyOf(reads.people)].map((queryKey) => client.invalidateQueries({ queryKey })))
    } catch (error) {
      setProblem(isFailure(error) ? error.message : t('pictureBroken'))
    } finally {
      setIsBusy(false)
    }
  }
  return {
    problem,
    isBusy,
    send: (file: File) => {
      if (!pictureTypes.split(',').includes(file.type)) return setProblem(t('pictureKind'))
      if (file.size >= largestPicture) return setProblem(t('pictureLarge'))
      return context(async () => {
        const content = new FormData()
        content.append('file', await squareOf(file), 'avatar.png')
        await upload({ path: `${profilePath}/avatar`, content }, { token: () => session.token(), locale: currentLocale, reactions })
      })
    },
    remove: () => context(() => http.delete(`${profilePath}/avatar`, undefined, { quiet: true })),
  }
}
