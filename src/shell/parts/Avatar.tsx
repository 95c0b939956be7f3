import { useQuery } from '@tanstack/react-query'
import { useHttp } from '../backend.ts'
import { Initial } from './Person.tsx'

interface AvatarProps {
  readonly id: string
  readonly name: string
  /** Of the person's picture, where they have one. */
  readonly avatar: string | null | undefined
  /** Pixels. */
  readonly size: number
}

/** A person's picture, or the initial of their name; the name must stand, or be said, beside it. */
export function Avatar({ id, name, avatar, size }: AvatarProps) {
  const source = usePicture(avatar)
  if (!source) return <Initial id={id} name={name} size={size} />
  return <img className="oa-picture" src={source} alt="" width={size} height={size} />
}

/** The address of a picture in this browser; pictures never change, a new one has a new id. */
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
