// Photos before and after a repack.

import { Input, SimpleGrid } from '@mantine/core'
import { t } from '../../../strings.ts'
import { PhotoField } from '../photo-field.tsx'
import type { Photos } from './use-repack.ts'

export const PhotoPair = ({ photos, onChange }: { photos: Photos; onChange: (photos: Photos) => void }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }}>
    {(['before', 'after'] as const).map((moment) => (
      <Input.Wrapper key={moment} label={t(`repack.photo_${moment}`)} labelElement="div">
        <PhotoField photo={photos[moment]} onChange={(photo) => onChange({ ...photos, [moment]: photo })} />
      </Input.Wrapper>
    ))}
  </SimpleGrid>
)
