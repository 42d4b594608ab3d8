import { maxImageBytes } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { PictureField, type PictureTexts } from '@helioport/ui/picture'
import type { SectionProps } from './basic-section.tsx'
import { useOwnerText } from '../station/owner-texts.ts'

/** A separate module, so that the code for cropping is not part of the form's chunk. */
export default function PictureFields({ form }: SectionProps) {
  const text = useOwnerText()
  const common = useText()
  const texts: PictureTexts = {
    choose: text('picture.choose'),
    change: text('picture.change'),
    remove: text('picture.remove'),
    cancel: common('action.cancel'),
    cropTitle: text('picture.cropTitle'),
    cropHint: text('picture.cropHint'),
    zoom: text('picture.zoom'),
    crop: text('picture.crop'),
    faults: {
      type: text('picture.fault.type'),
      size: text('picture.fault.size'),
      pixels: text('picture.fault.pixels'),
      broken: text('picture.fault.broken'),
    },
  }
  const limits = { maxBytes: maxImageBytes, hint: text('picture.hint'), texts }
  return (
    <>
      <PictureField
        {...form.field('picture')}
        {...limits}
        label={text('field.picture')}
        aspect={16 / 9}
        maxWidth={1280}
      />
      <PictureField {...form.field('logo')} {...limits} label={text('field.logo')} aspect={1} maxWidth={512} />
    </>
  )
}
