import { useEndpoint, useSend } from '@helioport/api-client'
import { maxImageBytes } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Card, Grid, Icon } from '@helioport/ui'
import { PictureField, type PictureTexts } from '@helioport/ui/form'
import { pictureUrl } from '../picture-url.ts'
import { useAccountText } from './use-account-text.ts'
import { useWrite } from './use-write.tsx'

const refreshes = ['GET /account/profile'] as const

/** Avatar and logo of the account. */
export function PicturesCard() {
  const text = useAccountText()
  const { data: profile } = useEndpoint('GET /account/profile')
  const avatar = useWrite()
  const logo = useWrite()
  const putAvatar = useSend('PUT /account/avatar', { refreshes })
  const removeAvatar = useSend('DELETE /account/avatar', { refreshes })
  const putLogo = useSend('PUT /account/logo', { refreshes })
  const removeLogo = useSend('DELETE /account/logo', { refreshes })
  const texts = usePictureTexts()
  return (
    <Card title={text('picture.title')}>
      <Grid minWidth={260}>
        <PictureField
          shape="round"
          label={text('picture.avatar')}
          hint={text('picture.hint')}
          source={pictureUrl(profile?.avatarId)}
          empty={<Icon name="account" size={28} />}
          maxBytes={maxImageBytes}
          texts={texts}
          busy={avatar.busy}
          objection={avatar.failure}
          onPick={(body) => void avatar.attempt(() => putAvatar.send({ body }), text('saved'))}
          onRemove={() => void avatar.attempt(() => removeAvatar.send(), text('saved'))}
        />
        <PictureField
          shape="wide"
          label={text('picture.logo')}
          hint={text('picture.logoHint')}
          source={pictureUrl(profile?.logoId)}
          empty={<Icon name="station" size={24} />}
          maxBytes={maxImageBytes}
          texts={texts}
          busy={logo.busy}
          objection={logo.failure}
          onPick={(body) => void logo.attempt(() => putLogo.send({ body }), text('saved'))}
          onRemove={() => void logo.attempt(() => removeLogo.send(), text('saved'))}
        />
      </Grid>
      {avatar.dialog}
      {logo.dialog}
    </Card>
  )
}

function usePictureTexts(): PictureTexts {
  const text = useAccountText()
  const errors = useText('error')
  return {
    choose: text('picture.choose'),
    change: text('picture.change'),
    remove: text('picture.remove'),
    apply: text('picture.apply'),
    cancel: text('cancel'),
    zoom: text('picture.zoom'),
    crop: text('picture.crop'),
    wrongType: errors('picture.invalid'),
    tooLarge: text('picture.tooLarge'),
  }
}
