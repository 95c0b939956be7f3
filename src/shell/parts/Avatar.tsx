import { useQuery } from '@tanstack/react-query'
import { useHttp } from '../backend.ts'
import { Initial } from './Person.tsx'

interface AvatarProps {
  readonly id: string
  readonly name: string
  /** Id of the person's picture, if there is one. */
  readonly avatar: string | null | undefined
  /** In pixels. */
  readonly size: number
}

/** A person's picture, or the initial of the name; decorative, so the name must be displayed or announced next to it. */
export function Avatar({ id, name, avatar, size }: AvatarProps) {
  const source = usePicture(avatar)
  if (!source) return <Initial id={id} name={name} size={size} />
  return <img className="oa-picture" src={source} alt="" width={size} height={size} />
}

/** The object URL of a picture; pictures are immutable, a new one has a new id. */
function usePicture(avatar: string | null | undefined): string | undefined {
  const http = useHttp()
  return useQuery({
    queryKey: ['avatar', avatar],
    queryFn: async () =>
      URL.createObjectURL(await (await http.raw({ method: 'GET', path: `/system/avatar/${avatar}`, quiet: true })).blob()),
    enabled: Boolean(avatar),
    staleTime: Infinity,
    gcTime: Infinity,
  }).data
}
