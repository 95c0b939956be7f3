import { Button } from 'antd'
import { type ChangeEvent, useRef } from 'react'
import { useCommand } from '#shell/command/use-command.ts'
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
  // the menu and lists show it too
  const { run, isPending, problems: { '': problem }, setProblems } = useCommand({
    touches: [[profile], keyOf(reads.user), keyOf(reads.people)],
    unexplained: t('pictureBroken'),
    place: () => '',
  })
  return {
    problem,
    isBusy: isPending,
    send: (file: File) => {
      if (!pictureTypes.split(',').includes(file.type)) return setProblems({ '': t('pictureKind') })
      if (file.size >= largestPicture) return setProblems({ '': t('pictureLarge') })
      return run(async (http) => {
        const content = new FormData()
        content.append('file', await squareOf(file), 'avatar.png')
        await http.upload({ path: `${profilePath}/avatar`, content })
      })
    },
    remove: () => run((http) => http.delete(`${profilePath}/avatar`, undefined, { quiet: true })),
  }
}
