import { describeStory } from './story.ts';

describeStory('PostgreSQL', async () => ({}));
