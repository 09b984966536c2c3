"""The sections of the settings file, in their order: name → module and class of its parameters."""

from __future__ import annotations

SECTIONS: dict[str, str] = {
    "project": "motherlode.recipes.params:ProjectParams",
    "people": "motherlode.extract.people.params:PeopleParams",
    "units": "motherlode.extract.people.params:UnitParams",
    "university": "motherlode.recipes.university_params:UniversityParams",
    "records": "motherlode.extract.regions.params:RecordParams",
    "stories": "motherlode.analyse.params:StoryParams",
    "news": "motherlode.extract.news.params:NewsParams",
}
