import { useEndpoint, useSend } from '@helioport/api-client'
import { maxImageBytes } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Card, Grid } from '@helioport/ui'
import { fileOf, PictureField, type PictureTexts } from '@helioport/ui/picture'
import { pictureUrl } from '../account/picture-url.ts'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite } from '../account/use-write.tsx'

const refreshes = ['GET /account/profile'] as const

/** Avatar and logo of the account; each is saved as soon as it is cropped. */
export default function PicturesCard() {
  const text = useAccountText()
  const { data: profile } = useEndpoint('GET /account/profile')
  const putAvatar = useSend('PUT /account/avatar', { refreshes })
  const removeAvatar = useSend('DELETE /account/avatar', { refreshes })
  const putLogo = useSend('PUT /account/logo', { refreshes })
  const removeLogo = useSend('DELETE /account/logo', { refreshes })
  return (
    <Card title={text('picture.title')}>
      <Grid minWidth={260}>
        <OwnPicture
          name="avatar"
          aspect={1}
          pictureId={profile?.avatarId}
          onPut={(body) => putAvatar.send({ body })}
          onRemove={() => removeAvatar.send()}
        />
        <OwnPicture
          name="logo"
          aspect={3}
          pictureId={profile?.logoId}
          onPut={(body) => putLogo.send({ body })}
          onRemove={() => removeLogo.send()}
        />
      </Grid>
    </Card>
  )
}

interface OwnPictureProps {
  name: 'avatar' | 'logo'
  /** Width to height. */
  aspect: number
  pictureId: string | null | undefined
  onPut: (picture: Blob) => Promise<unknown>
  onRemove: () => Promise<unknown>
}

function OwnPicture({ name, aspect, pictureId, onPut, onRemove }: OwnPictureProps) {
  const text = useAccountText()
  const texts = usePictureTexts()
  const { attempt, busy, failure, forget } = useWrite()
  const save = (value: string) => attempt(() => (value === '' ? onRemove() : onPut(fileOf(value))), text('saved'))
  return (
    <div>
      <PictureField
        name={name}
        label={text(`picture.${name}`)}
        hint={text('picture.hint')}
        aspect={aspect}
        maxWidth={600}
        maxBytes={maxImageBytes}
        texts={texts}
        value={pictureUrl(pictureId) ?? ''}
        onChange={(value) => void save(value)}
        onLeave={forget}
        error={failure}
        disabled={busy}
      />
    </div>
  )
}

function usePictureTexts(): PictureTexts {
  const text = useAccountText()
  const errors = useText('error')
  return {
    choose: text('picture.choose'),
    change: text('picture.change'),
    remove: text('picture.remove'),
    cancel: text('cancel'),
    cropTitle: text('picture.cropTitle'),
    cropHint: text('picture.crop'),
    zoom: text('picture.zoom'),
    crop: text('picture.apply'),
    faults: {
      type: errors('picture.invalid'),
      size: text('picture.tooLarge'),
      pixels: errors('picture.tooManyPixels'),
      broken: text('picture.broken'),
    },
  }
}
